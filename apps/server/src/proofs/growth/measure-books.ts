import { findBroken, ORDER_RULES, orderBatches, STORE_RULES } from '#features/reconciliation/compare-books.service.ts'
import type { ManyOrders } from './measure-orders.ts'

/** How long each statement of the money check takes on our own books: its slowest batch, and the total. */
export const measureBooks = async ({ db }: Pick<ManyOrders, 'db'>) => {
  const measured = new Map<string, { slowest: number; all: number }>()
  let differences = 0
  const time = async (name: string, rule: Parameters<typeof findBroken>[1]) => {
    const began = performance.now()
    differences += (await findBroken(db, rule)).length
    const took = performance.now() - began
    const before = measured.get(name) ?? { slowest: 0, all: 0 }
    measured.set(name, { slowest: Math.max(before.slowest, took), all: before.all + took })
  }
  for await (const batch of orderBatches(db)) {
    for (const [name, rule] of Object.entries(ORDER_RULES)) await time(name, rule(batch))
  }
  for (const [name, rule] of Object.entries(STORE_RULES)) await time(name, rule)
  return { measured, differences }
}
