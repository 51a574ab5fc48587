import type { APIMessage } from 'discord-api-types/v10'
import type { KeptState } from '../http/kept-state.ts'
import type { Scope } from './scopes.ts'
import type { WebhookMessage } from './webhook-message.ts'

export interface DiscordUser {
  id: string
  username: string
  displayName: string | null
  email: string | null
  verified: boolean
  /** The avatar's hash, as in its URL. */
  avatar: string | null
}

export interface Member {
  userId: string
  roles: string[]
  joinedAt: string
}

/** A granted authorization, waiting to be exchanged by the application. */
interface Code {
  code: string
  userId: string
  scopes: Scope[]
  redirectUri: string
  challenge: string | undefined
  expiresAt: number
}

interface Token {
  accessToken: string
  refreshToken: string
  userId: string
  scopes: Scope[]
  expiresAt: number
}

/** Newest first. `sent` is the application's payload, which says more than the resulting message. */
export interface ReceivedMessage {
  message: APIMessage
  sent: WebhookMessage
}

export interface DiscordState {
  users: DiscordUser[]
  members: Member[]
  codes: Code[]
  tokens: Token[]
  messages: ReceivedMessage[]
  /** Whether the bot's role is below Premium, so that the bot cannot give it. */
  isBotLow?: boolean
}

/** What every part of the emulator works with. */
export interface Discord {
  kept: KeptState<DiscordState>
  address: string
  now: () => number
  newId: () => string
}

const DISCORD_EPOCH = 1_420_070_400_000

/** Snowflakes like Discord's: the time, then a counter within the same millisecond. */
export const snowflakes = (now: () => number) => {
  let count = 0
  return () => {
    count = (count + 1) % 4_096
    return String((BigInt(now() - DISCORD_EPOCH) << 22n) | BigInt(count))
  }
}
