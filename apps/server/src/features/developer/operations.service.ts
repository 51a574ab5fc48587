import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'

/** Every dashboard action is audited, even one that changes no row. */
export const recordOperation = (tx: Tx, actorId: number, name: string, details: object = {}) =>
  recordChange(tx, { actorId, action: 'run', subject: 'operation', subjectId: name, subjectName: name, after: details })
