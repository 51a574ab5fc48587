import { eq } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { orderItems } from '@slipstream/db/tables/orders'
import { type Revocation, revokeMod } from '#features/entitlements/entitlements.service.ts'
import { noteOnOrder } from './order-events.service.ts'

/**
 * Revokes a mod and records it on the order it was bought with. The payment is untouched: that is what refunds are for.
 */
export const revokeAndNote = async (tx: Tx, entitlementId: number, { reason, by }: Revocation) => {
  const itemId = await revokeMod(tx, entitlementId, { reason, by })
  if (itemId === null) return
  const [item] = await tx
    .select({ orderId: orderItems.orderId, title: orderItems.title })
    .from(orderItems)
    .where(eq(orderItems.id, itemId))
  if (item) await noteOnOrder(tx, item.orderId, { what: 'mod_revoked', by, detail: { title: item.title, reason } })
}
