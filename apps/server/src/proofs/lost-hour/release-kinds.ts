import type { HeldMessages } from '@slipstream/contract/outbox'
import type { Buyer } from '#testing/buying-store.ts'
import type { DrillStore } from './open-drill-store.ts'

/** Newsletters and planned releases are decided about one by one, on pages of their own. */
const LEFT_HELD = ['newsletter', 'publication']

/** An administrator discards what waited at the time of the backup, and releases the kinds. Returns what was held. */
export const releaseKinds = async (store: DrillStore, call: Buyer['call']) => {
  const { held } = (await call('GET', '/api/admin/outbox')).json<{ held: HeldMessages[] }>()
  for (const { kind } of held.filter((one) => !LEFT_HELD.includes(one.kind))) {
    for (const act of ['discard', 'release']) {
      const answer = await call('POST', `/api/admin/outbox/${kind}/${act}`)
      if (answer.statusCode !== 200) throw new Error(`${act} of ${kind} answered ${answer.statusCode}: ${answer.body}`)
    }
  }
  await store.work()
  return held
}
