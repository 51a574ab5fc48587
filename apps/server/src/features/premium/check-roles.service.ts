import { inArray, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { RoleDriftCounts } from '@slipstream/contract/announcement-terms'
import { inTransaction, type Tx } from '@slipstream/db/client'
import { discordRoleChecks } from '@slipstream/db/tables/announcements'
import { users } from '@slipstream/db/tables/users'
import { DiscordBusy } from '#gateways/discord-roles.ts'
import { enqueue, enqueueAll } from '#lib/jobs/jobs.ts'
import { isHeld } from '#lib/outbox/hold.ts'
import { roleDueAt, roleJobKey, type RoleParts } from './discord-role.service.ts'

/** How many accounts of each kind the report names. */
const MOST_NAMED = 20

/** Discord accounts in the server whose role differs from what the store knows. */
export interface RoleDrift {
  members: number
  /** Premium members without the role. */
  missing: string[]
  /** Accounts with the role that are linked to a store account without Premium. */
  extra: string[]
  /** Accounts with the role that no store account is linked to. Only reported, because the role may be intentional. */
  unknown: string[]
  counts: RoleDriftCounts
}

/** One page per job, with the findings so far, so that a killed check resumes at its page. */
export interface CheckStep {
  after?: string
  found?: RoleDrift
}

const NOTHING_YET: RoleDrift = {
  members: 0,
  missing: [],
  extra: [],
  unknown: [],
  counts: { missing: 0, extra: 0, unknown: 0 },
}

interface Parts extends RoleParts {
  log: Pick<Logger, 'info' | 'warn'>
}

/**
 * Compares the members of the Discord server with the store, reports the differences and repairs the Premium role of
 * linked accounts. It removes nobody from the server and touches no other role.
 */
export const checkRoles = async (parts: Parts, { after = '0', found = NOTHING_YET }: CheckStep) => {
  const { db, discordRoles, log } = parts
  if (!discordRoles || (await isHeld(db, 'roles'))) return
  const page = await orBusy(discordRoles.listMembers(after))
  const complete = await inTransaction(db, async (tx) => {
    if (page instanceof DiscordBusy) return queueStep(tx, { after, found }, page.retryAt)
    const { missing, extra, unknown } = await compare(tx, page.members)
    await enqueueAll(
      tx,
      'premium.sync_role',
      [...missing, ...extra].map((discordId) => ({ jobKey: roleJobKey(discordId), payload: { discordId } })),
    )
    const drift: RoleDrift = {
      members: found.members + page.members.length,
      missing: named(found.missing, missing),
      extra: named(found.extra, extra),
      unknown: named(found.unknown, unknown),
      counts: {
        missing: found.counts.missing + missing.length,
        extra: found.counts.extra + extra.length,
        unknown: found.counts.unknown + unknown.length,
      },
    }
    if (page.next !== null) return queueStep(tx, { after: page.next, found: drift })
    await keepReport(tx, drift)
    return drift
  })
  if (complete) report(log, complete)
}

/** Only numbers: the page that shows them needs no names. */
const keepReport = async (tx: Tx, { members, counts }: RoleDrift) => {
  const report = { at: sql`now()`, members, counts }
  await tx
    .insert(discordRoleChecks)
    .values({ id: 1, ...report })
    .onConflictDoUpdate({ target: discordRoleChecks.id, set: report })
}

const orBusy = async <T>(answer: Promise<T>): Promise<T | DiscordBusy> => {
  try {
    return await answer
  } catch (error) {
    if (error instanceof DiscordBusy) return error
    throw error
  }
}

const queueStep = (tx: Tx, step: Required<CheckStep>, runAt?: Date) =>
  enqueue(tx, 'premium.check_roles', step, runAt && { runAt })

const compare = async (tx: Tx, members: readonly { discordId: string; hasRole: boolean }[]) => {
  const known = new Map(
    (
      await tx
        .select({
          discordId: users.discordId,
          premiumExpiresAt: users.premiumExpiresAt,
          bannedAt: users.bannedAt,
          banEndsAt: users.banEndsAt,
        })
        .from(users)
        .where(
          inArray(
            users.discordId,
            members.map(({ discordId }) => discordId),
          ),
        )
    ).map((person) => [person.discordId, person]),
  )
  const now = new Date()
  const idsOf = (isDifferent: (person: ReturnType<typeof known.get>, hasRole: boolean) => boolean) =>
    members
      .filter(({ discordId, hasRole }) => isDifferent(known.get(discordId), hasRole))
      .map(({ discordId }) => discordId)
  return {
    missing: idsOf((person, hasRole) => !hasRole && roleDueAt(person, now).isDue),
    extra: idsOf((person, hasRole) => hasRole && person !== undefined && !roleDueAt(person, now).isDue),
    unknown: idsOf((person, hasRole) => hasRole && person === undefined),
  }
}

const named = (before: readonly string[], more: readonly string[]) => [...before, ...more].slice(0, MOST_NAMED)

const report = (log: Parts['log'], drift: RoleDrift) => {
  const isEqual = Object.values(drift.counts).every((count) => count === 0)
  if (isEqual) log.info({ drift }, 'the Discord role matches Premium')
  else log.warn({ drift }, 'the Discord role differed from Premium')
}
