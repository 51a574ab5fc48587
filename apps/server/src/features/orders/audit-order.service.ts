import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import type { OrderRow } from './order-state.service.ts'

interface Act {
  by: number
  action: string
  after: object
}

/** Records in the audit log what an administrator did with an order. */
export const recordOnOrder = (tx: Tx, { id, number }: OrderRow, { by, action, after }: Act) =>
  recordChange(tx, { actorId: by, action, subject: 'order', subjectId: id, subjectName: number, after })
