import { randomBytes } from 'node:crypto'
import type { APIUser } from 'discord-api-types/v10'
import * as z from 'zod'
import { DISCORD_BOT_ID } from './credentials.ts'
import type { Discord, DiscordUser } from './discord-state.ts'
import { NO_FLAGS } from './no-flags.ts'
import { orderRefusal } from './refusal.ts'

export const USERNAME_PATTERN = '(?!.*\\.\\.)[a-z0-9_.]{2,32}'
export const USERNAME_RULE = '2 to 32 lower-case letters, digits, underscores or single dots'

const Username = z.string().regex(new RegExp(`^${USERNAME_PATTERN}$`), `A username has ${USERNAME_RULE}.`)
// A form sends empty fields as empty strings.
const empty = z.literal('').transform(() => null)
const DisplayName = z.union([empty, z.string().trim().min(1).max(32).nullable()])
const Email = z.union([empty, z.email().nullable()])
const YesOrNo = z.union([z.boolean(), z.stringbool()])

export const NewUser = z.strictObject({
  username: Username,
  displayName: DisplayName.default(null),
  email: Email.default(null),
  verified: YesOrNo.default(true),
  avatar: YesOrNo.default(false),
})

export const UserChange = z.strictObject({
  id: z.string(),
  username: Username.optional(),
  displayName: DisplayName.optional(),
  email: Email.optional(),
  verified: YesOrNo.optional(),
  avatar: z.enum(['keep', 'new', 'none']).default('keep'),
})

/** The application's own account. People cannot change it. */
export const BOT: DiscordUser = {
  id: DISCORD_BOT_ID,
  username: 'slipstream',
  displayName: null,
  email: null,
  verified: false,
  avatar: null,
}

export const findUser = ({ kept }: Discord, id: string) => kept.state().users.find((user) => user.id === id)

export const addUser = (discord: Discord, { avatar, verified, ...details }: z.infer<typeof NewUser>): DiscordUser => {
  refuseTakenName(discord, details.username)
  const user: DiscordUser = {
    id: discord.newId(),
    ...details,
    verified: details.email !== null && verified,
    avatar: avatar ? newAvatar() : null,
  }
  discord.kept.state().users.push(user)
  discord.kept.changed()
  return user
}

export const changeUser = (discord: Discord, { id, avatar, ...change }: z.infer<typeof UserChange>): DiscordUser => {
  const user = knownUser(discord, id)
  if (change.username !== undefined && change.username !== user.username) refuseTakenName(discord, change.username)
  user.username = change.username ?? user.username
  if (change.displayName !== undefined) user.displayName = change.displayName
  if (change.email !== undefined) user.email = change.email
  user.verified = user.email !== null && (change.verified ?? user.verified)
  if (avatar !== 'keep') user.avatar = avatar === 'new' ? newAvatar() : null
  discord.kept.changed()
  return user
}

/** Deletes the account with its membership and all its tokens. */
export const removeUser = (discord: Discord, id: string) => {
  knownUser(discord, id)
  const state = discord.kept.state()
  state.users = state.users.filter((user) => user.id !== id)
  state.members = state.members.filter((member) => member.userId !== id)
  state.codes = state.codes.filter((code) => code.userId !== id)
  state.tokens = state.tokens.filter((token) => token.userId !== id)
  discord.kept.changed()
}

/** For the control API. */
export const knownUser = (discord: Discord, id: string) => {
  const user = findUser(discord, id)
  if (!user) throw orderRefusal(404, `Unknown user ${id}.`)
  return user
}

const refuseTakenName = ({ kept }: Discord, username: string) => {
  if (kept.state().users.some((user) => user.username === username)) {
    throw orderRefusal(400, `The username ${username} is taken.`)
  }
}

const newAvatar = () => randomBytes(16).toString('hex')

export const publicUser = ({ id, username, displayName, avatar }: DiscordUser): APIUser => ({
  id,
  username,
  discriminator: '0',
  global_name: displayName,
  avatar,
  avatar_decoration_data: null,
  banner: null,
  accent_color: null,
  public_flags: NO_FLAGS,
  flags: NO_FLAGS,
})
