import type { OAuth2Scopes } from 'discord-api-types/v10'

/** The scopes that lead to something the emulator knows, in the words a person is asked with. */
export const SCOPES = {
  identify: 'Access your username and avatar',
  email: 'Access your e-mail address',
  'guilds.join': 'Join servers for you',
  'guilds.members.read': 'Read your membership and roles in servers',
} satisfies Partial<Record<`${OAuth2Scopes}`, string>>

export type Scope = keyof typeof SCOPES

export const isScope = (text: string): text is Scope => Object.hasOwn(SCOPES, text)
