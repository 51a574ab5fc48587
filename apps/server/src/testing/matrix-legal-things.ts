import { randomInt } from 'node:crypto'
import type { WritableDb } from '@slipstream/db/client'
import { createLegalVersion } from '@slipstream/db/testing/legal-factories'
import { createOrder } from '@slipstream/db/testing/order-factories'

const TERMS = '/api/admin/legal/terms'

/** Takes effect far in the future, each on a day of its own, so that it can be withdrawn. */
export const newLegalVersion = async (db: WritableDb) => {
  const number = randomInt(1, 2_000_000_000)
  const effectiveAt = new Date(Date.UTC(2100, 0, 1) + number * 1_000)
  await createLegalVersion(db, { number, effectiveAt, publishedAt: new Date() })
  return `${TERMS}/versions/${number}` as const
}

/** The things of matrix-things.ts that belong to the legal texts. */
export const LEGAL_THINGS: Record<string, (db: WritableDb, ownerId: number) => Promise<string>> = {
  'GET /api/legal/:document': async () => '/api/legal/terms',
  'GET /api/admin/legal/:document': async () => TERMS,
  'PATCH /api/admin/legal/:document/draft': async () => `${TERMS}/draft`,
  'DELETE /api/admin/legal/:document/draft': async () => `${TERMS}/draft`,
  'GET /api/admin/legal/:document/versions': async () => `${TERMS}/versions`,
  'POST /api/admin/legal/:document/versions': async () => `${TERMS}/versions`,
  'GET /api/admin/legal/:document/versions/:number': newLegalVersion,
  'DELETE /api/admin/legal/:document/versions/:number': newLegalVersion,
  'GET /api/admin/legal/orders/:number': async (db, ownerId) => {
    const { number } = await createOrder(db, { userId: ownerId, status: 'paid', paidAt: new Date() })
    return `/api/admin/legal/orders/${number}`
  },
}
