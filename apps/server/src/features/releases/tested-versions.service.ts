import { and, eq, inArray } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { compatibilityChanges, releaseCompatibility } from '@slipstream/db/tables/mod-releases'

interface Tested {
  actorId: number | null
  releaseId: number
  /** Game versions. */
  tested: readonly string[]
}

/** Marks a release as compatible with the versions it was tested with, unless another verdict exists. */
export const confirmTestedVersions = async (tx: Tx, { actorId, releaseId, tested }: Tested) => {
  const rows = await tx
    .select()
    .from(releaseCompatibility)
    .where(and(eq(releaseCompatibility.releaseId, releaseId), inArray(releaseCompatibility.gameVersion, [...tested])))
  const said = new Map(rows.map(({ gameVersion, state }) => [gameVersion, state]))
  const open = [...new Set(tested)].filter((version) => (said.get(version) ?? 'unconfirmed') === 'unconfirmed')
  for (const gameVersion of open) {
    const state = 'confirmed'
    await tx
      .insert(releaseCompatibility)
      .values({ releaseId, gameVersion, state })
      .onConflictDoUpdate({
        target: [releaseCompatibility.releaseId, releaseCompatibility.gameVersion],
        set: { state },
      })
    const fromState = said.get(gameVersion) ?? null
    await tx.insert(compatibilityChanges).values({ releaseId, gameVersion, fromState, toState: state, actorId })
  }
}
