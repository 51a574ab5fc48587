import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Verdict } from '@slipstream/contract/compatibility'
import type { Tx } from '@slipstream/db/client'
import {
  compatibilityChanges,
  gameVersions,
  modReleases,
  releaseCompatibility,
} from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { isPublished } from '#features/catalogue/mod-cards.service.ts'
import { isOffered } from '#features/catalogue/offered-releases.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'
import { currentReleaseOf } from './current-release.service.ts'

/** Announces a game update. A release already tested with this version keeps its verdict. */
export const announceGameVersion = async (tx: Tx, actorId: number, version: string) => {
  const [added] = await tx.insert(gameVersions).values({ version }).onConflictDoNothing().returning()
  if (!added) throw new DomainError('compatibility.version_known')
  const release = currentReleaseOf(tx)
  const current = await tx
    .select({ releaseId: release.id })
    .from(mods)
    .innerJoinLateral(release, sql`true`)
    .where(isPublished)
  const unconfirmed = await markUnconfirmed(tx, actorId, { version, releases: current })
  await recordChange(tx, {
    actorId,
    action: 'announce',
    subject: 'compatibility',
    subjectId: version,
    subjectName: `Game version ${version}`,
    after: { version, unconfirmed },
  })
  await announceChange(tx, 'mods')
}

/** Retracts a version announced by mistake; verdicts given meanwhile stay. */
export const retractGameVersion = async (tx: Tx, actorId: number, version: string) => {
  const [removed] = await tx.delete(gameVersions).where(eq(gameVersions.version, version)).returning()
  if (!removed) throw new DomainError('compatibility.version_unknown')
  const isOfIt = eq(releaseCompatibility.gameVersion, version)
  await tx.delete(releaseCompatibility).where(and(isOfIt, eq(releaseCompatibility.state, 'unconfirmed')))
  await recordChange(tx, {
    actorId,
    action: 'retract',
    subject: 'compatibility',
    subjectId: version,
    subjectName: `Game version ${version}`,
    before: { version },
  })
  await announceChange(tx, 'mods')
}

const markUnconfirmed = async (
  tx: Tx,
  actorId: number,
  { version: gameVersion, releases }: { version: string; releases: readonly { releaseId: number }[] },
) => {
  if (releases.length === 0) return 0
  const marked = await tx
    .insert(releaseCompatibility)
    .values(releases.map(({ releaseId }) => ({ releaseId, gameVersion, state: 'unconfirmed' as const })))
    .onConflictDoNothing()
    .returning({ releaseId: releaseCompatibility.releaseId })
  if (marked.length > 0) {
    await tx
      .insert(compatibilityChanges)
      .values(marked.map(({ releaseId }) => ({ releaseId, gameVersion, toState: 'unconfirmed' as const, actorId })))
  }
  return marked.length
}

/** Sets the verdict of releases for a game version. Unchanged verdicts are not recorded. */
export const setCompatibility = async (tx: Tx, actorId: number, { releaseIds, ...verdict }: Verdict) => {
  const { gameVersion, state, fixedIn, note } = verdict
  const [known] = await tx.select().from(gameVersions).where(eq(gameVersions.version, gameVersion))
  if (!known) throw new DomainError('compatibility.version_unknown')

  const after = { state, fixedIn, note }
  const changed = (await lockReleases(tx, releaseIds, gameVersion)).filter(({ before }) => !isSaid(before, after))
  if (changed.length === 0) return
  await tx
    .insert(releaseCompatibility)
    .values(changed.map(({ releaseId }) => ({ releaseId, gameVersion, ...after })))
    .onConflictDoUpdate({ target: [releaseCompatibility.releaseId, releaseCompatibility.gameVersion], set: after })
  await tx.insert(compatibilityChanges).values(
    changed.map(({ releaseId, before }) => {
      const fromState = before?.state ?? null
      return { releaseId, gameVersion, fromState, toState: state, note, actorId }
    }),
  )
  for (const { releaseId: subjectId, modId, name, before } of changed) {
    const subjectName = `${name} with ${gameVersion}`
    await recordChange(tx, { actorId, action: 'set', subject: 'compatibility', subjectId, subjectName, before, after })
    await announceChange(tx, 'mods', modId)
  }
}

type Said = Pick<Verdict, 'state' | 'fixedIn' | 'note'>

const isSaid = (before: Said | null, after: Said) =>
  before?.state === after.state && before.fixedIn === after.fixedIn && before.note === after.note

/** In id order, so that two concurrent changes of the same releases cannot deadlock. */
const lockReleases = async (tx: Tx, ids: readonly number[], gameVersion: string) => {
  const rows = await tx
    .select({
      releaseId: modReleases.id,
      modId: mods.id,
      name: sql<string>`${mods.title} || ' ' || ${modReleases.version}`,
    })
    .from(modReleases)
    .innerJoin(mods, eq(mods.id, modReleases.modId))
    .where(and(inArray(modReleases.id, [...ids]), isOffered))
    .orderBy(asc(modReleases.id))
    .for('update', { of: modReleases })
  if (rows.length !== new Set(ids).size) throw new DomainError('release.not_found')

  // Read under the locks, so that concurrent changes are seen.
  const said = await tx
    .select()
    .from(releaseCompatibility)
    .where(and(inArray(releaseCompatibility.releaseId, [...ids]), eq(releaseCompatibility.gameVersion, gameVersion)))
  const before = new Map(said.map(({ releaseId, state, fixedIn, note }) => [releaseId, { state, fixedIn, note }]))
  return rows.map((row) => ({ ...row, before: before.get(row.releaseId) ?? null }))
}
