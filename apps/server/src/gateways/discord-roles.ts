import * as z from 'zod'
import type { Config } from '#config.ts'
import { withTimeout } from '#lib/with-timeout.ts'

const TIMEOUT_MS = 10_000
/** The most that Discord lists at once. */
const PAGE_SIZE = 1_000

/** Discord's codes for an account that is not in the server, or does not exist. */
const NOT_A_MEMBER = new Set([10_007, 10_013])

const Refusal = z.object({ code: z.number().catch(0), retry_after: z.number().optional() }).catch({ code: 0 })
const Me = z.object({ id: z.string() })
const Member = z.object({ roles: z.array(z.string()) })
const Roles = z.array(z.object({ id: z.string(), position: z.number(), permissions: z.string().regex(/^\d+$/) }))
/** Discord's bits for administrators and for managing roles. */
const MAY_MANAGE_ROLES = (1n << 3n) | (1n << 28n)
const Members = z.array(z.object({ user: z.object({ id: z.string() }), roles: z.array(z.string()) }))

/** Discord's rate limit is reached. Nothing was done; a call before `retryAt` would count against us. */
export class DiscordBusy extends Error {
  readonly retryAt: Date
  constructor(retryAt: Date) {
    super(`Discord accepts the next call at ${retryAt.toISOString()}`)
    this.name = 'DiscordBusy'
    this.retryAt = retryAt
  }
}

interface GuildMember {
  discordId: string
  hasRole: boolean
}

/** One role in one Discord server. Other roles and memberships are out of its reach. */
export interface DiscordRoles {
  /** Idempotent. False if the account is not in the server, so there is nothing to give or take. */
  setRole: (discordId: string, hasRole: boolean) => Promise<boolean>
  /** A page of the server's members in the order of their ids, with the id to continue after. */
  listMembers: (after: string) => Promise<{ members: GuildMember[]; next: string | null }>
  /** Whether the bot can give the role: it needs the permission, and a role of its own above this one. */
  inspectRole: () => Promise<'fine' | 'too_low' | 'no_permission' | 'no_role'>
}

/** Null if the store gives no role. */
export const openDiscordRoles = (
  { discordBot, providers, publicUrl }: Pick<Config, 'discordBot' | 'providers' | 'publicUrl'>,
  { timeoutMs = TIMEOUT_MS, pageSize = PAGE_SIZE } = {},
): DiscordRoles | null => {
  if (!discordBot) return null
  const { token, guildId, roleId } = discordBot
  const api = `${providers.discord}/api/v10`
  const members = `${api}/guilds/${guildId}/members`
  const headers = { authorization: `Bot ${token}`, 'user-agent': `DiscordBot (${publicUrl}, 1)` }
  let closedUntil = 0

  /** One limit for all calls: simpler than Discord's buckets, and never above them. */
  const closeFor = (seconds: number) => {
    closedUntil = Math.max(closedUntil, Date.now() + Math.ceil(seconds * 1_000))
  }

  const call = async (method: 'GET' | 'PUT' | 'DELETE', address: string) => {
    if (Date.now() < closedUntil) throw new DiscordBusy(new Date(closedUntil))
    return withTimeout(timeoutMs, 'Discord', async (signal) => {
      const answer = await fetch(address, { method, headers, signal })
      const body: unknown = answer.status === 204 ? null : await answer.json().catch(() => null)
      if (answer.status === 429) {
        closeFor(Refusal.parse(body).retry_after ?? Number(answer.headers.get('retry-after') ?? 1))
        throw new DiscordBusy(new Date(closedUntil))
      }
      if (answer.headers.get('x-ratelimit-remaining') === '0') {
        closeFor(Number(answer.headers.get('x-ratelimit-reset-after') ?? 0))
      }
      return { status: answer.status, isOk: answer.ok, body }
    })
  }

  return {
    setRole: async (discordId, hasRole) => {
      const { status, isOk, body } = await call(hasRole ? 'PUT' : 'DELETE', `${members}/${discordId}/roles/${roleId}`)
      if (isOk) return true
      const { code } = Refusal.parse(body)
      if (status === 404 && NOT_A_MEMBER.has(code)) return false
      throw new Error(`Discord refused to change the role: status ${status}, code ${code}`)
    },
    listMembers: async (after) => {
      const { status, isOk, body } = await call('GET', `${members}?limit=${pageSize}&after=${after}`)
      if (!isOk)
        throw new Error(`Discord refused to list the members: status ${status}, code ${Refusal.parse(body).code}`)
      const page = Members.parse(body)
      return {
        members: page.map(({ user, roles }) => ({ discordId: user.id, hasRole: roles.includes(roleId) })),
        next: page.length < pageSize ? null : (page.at(-1)?.user.id ?? null),
      }
    },
    inspectRole: async () => {
      const read = async (address: string) => {
        const { status, isOk, body } = await call('GET', address)
        if (!isOk)
          throw new Error(`Discord refused to show its roles: status ${status}, code ${Refusal.parse(body).code}`)
        return body
      }
      const me = Me.parse(await read(`${api}/users/@me`))
      const roles = Roles.parse(await read(`${api}/guilds/${guildId}/roles`))
      const held = Member.parse(await read(`${members}/${me.id}`)).roles
      const premium = roles.find(({ id }) => id === roleId)
      if (!premium) return 'no_role'
      // Everybody has the role whose id is the server's id.
      const own = roles.filter(({ id }) => held.includes(id) || id === guildId)
      if (!own.some(({ permissions }) => (BigInt(permissions) & MAY_MANAGE_ROLES) !== 0n)) return 'no_permission'
      return Math.max(...own.map(({ position }) => position)) > premium.position ? 'fine' : 'too_low'
    },
  }
}
