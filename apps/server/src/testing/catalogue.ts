import { inTransaction } from '@slipstream/db/client'
import { announceChange } from '#lib/cache/change-bus.ts'
import type { TestStore } from './test-store.ts'

/** Announces a catalogue change; resolves when these processes have received it. */
export const catalogueChanged = async (store: TestStore, ...others: Pick<TestStore, 'services'>[]) => {
  const heard = [store, ...others].map(
    ({ services }) => new Promise<void>((resolve) => services.bus.onChange('mods', () => resolve())),
  )
  await inTransaction(store.db, (tx) => announceChange(tx, 'mods'))
  await Promise.all(heard)
}
