import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'

/** Every action of the dashboard is in the audit log, including those that change no row. */
export const recordOperation = (tx: Tx, actorId: number, name: string, details: object = {}) =>
  recordChange(tx, { actorId, action: 'run', subject: 'operation', subjectId: name, subjectName: name, after: details })
