import { randomInt } from 'node:crypto'
import type { WritableDb } from '@slipstream/db/client'
import { createLegalVersion } from '@slipstream/db/testing/legal-factories'
import { createOrder } from '@slipstream/db/testing/order-factories'
import type { Make } from './matrix-maker.ts'

/** Takes effect far in the future, each at a time of its own, so that it can be withdrawn. */
export const newLegalVersion = async (db: WritableDb) => {
  const number = randomInt(1, 2_000_000_000)
  const effectiveAt = new Date(Date.UTC(2100, 0, 1) + number * 1_000)
  await createLegalVersion(db, { number, effectiveAt, publishedAt: new Date() })
  return number
}

/** The makers of matrix-things.ts that belong to the legal texts. */
export const LEGAL_MAKERS: Record<string, Make> = {
  '/api/legal/:document': async () => 'terms',
  '/api/admin/legal/:document': async () => 'terms',
  '/api/admin/legal/:document/versions/:number': async (db) => ['terms', await newLegalVersion(db)],
  '/api/admin/legal/orders/:number': async (db, userId) =>
    (await createOrder(db, { userId, status: 'paid', paidAt: new Date() })).number,
}
