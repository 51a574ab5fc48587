import type { OAuth2Scopes } from 'discord-api-types/v10'

/** The scopes the emulator supports, with the texts of the authorization page. */
export const SCOPES = {
  identify: 'Access your username and avatar',
  email: 'Access your e-mail address',
  'guilds.join': 'Join servers for you',
  'guilds.members.read': 'Read your membership and roles in servers',
} satisfies Partial<Record<`${OAuth2Scopes}`, string>>

export type Scope = keyof typeof SCOPES

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)
