import { randomUUID } from 'node:crypto'
import { copyMarks, releaseSplits } from '@slipstream/db/tables/copies'
import { createRelease } from '@slipstream/db/testing/catalogue-factories'
import { first } from '@slipstream/db/testing/first'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { listArchive } from '@slipstream/mod-archive/listing'
import { encodePlan } from '@slipstream/mod-archive/marking/plan-bytes'
import { splitMaster } from '@slipstream/mod-archive/marking/split'
import { tailOf } from '@slipstream/mod-archive/marking/tail'
import { bufferSource } from '@slipstream/mod-archive/source'
import type { ModPlan } from '@slipstream/mod-archive/testing/generated-mod'
import { modArchive } from './sent-archive.ts'
import type { TestStore } from './test-store.ts'

/** A released mod whose archive was split. Its copies are made in memory, without the storage. */
export const openTracedMod = async (
  { db, services: { storage }, config }: TestStore,
  mod: { id: number; title: string },
  plan: ModPlan = { vehicles: 1, configurations: 2, physicsFiles: 8 },
) => {
  const [key] = config.markKeys
  const release = await createRelease(db, { modId: mod.id, version: '2.2.1' })
  const planId = randomUUID()
  const source = bufferSource(await modArchive(plan))
  const body: Buffer[] = []
  const split = await splitMaster(source, await listArchive(source), {
    id: planId,
    key,
    write: (bytes) => void body.push(Buffer.from(bytes)),
  })
  const bytes = encodePlan(split)
  const planKey = `splits/test-${planId}.plan`
  await storage.putPrivate(planKey, bytes, 'application/gzip')
  await db.insert(releaseSplits).values({
    ...{ releaseId: release.id, keyId: key.id, planId, planKey, planBytes: bytes.length },
    ...{ bodyKey: `splits/test-${planId}.body`, bodyBytes: split.bodyBytes, bodyHash: '' },
    ...{ readyAt: new Date(), capacity: split.capacity },
  })

  return {
    release,
    plan: split,
    /** A purchase with its mark. */
    sell: async (userId: number) => {
      const { order, entitlement } = await createPurchase(db, { userId, mod })
      const mark = first(
        await db.insert(copyMarks).values({ modId: mod.id, userId, entitlementId: entitlement.id }).returning(),
      )
      return { order, entitlement, mark }
    },
    /** The copy that this mark gets. */
    copyFor: async ({ code }: { code: string }) => Buffer.concat([...body, await tailOf(split, key, code)]),
    remove: () => storage.remove('private', planKey),
  }
}
