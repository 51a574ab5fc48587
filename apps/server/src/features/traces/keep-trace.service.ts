import { eq, sql } from 'drizzle-orm'
import type { TraceFindings } from '@slipstream/contract/trace-terms'
import type { Tx } from '@slipstream/db/client'
import { traces } from '@slipstream/db/tables/traces'
import { recordChange } from '#features/audit/audit.service.ts'

/** Every trace is in the audit log with the person who started it. */
export const insertTrace = async (tx: Tx, values: typeof traces.$inferInsert) => {
  const [trace] = await tx.insert(traces).values(values).returning({ id: traces.id })
  if (!trace) throw new Error('the trace was not written')
  const { startedBy = null, fileName, sizeBytes, modId = null } = values
  const subject = { subject: 'trace', subjectId: trace.id, subjectName: fileName } as const
  await recordChange(tx, { actorId: startedBy, action: 'start', ...subject, after: { sizeBytes, modId } })
  return trace.id
}

export const keepFindings = (tx: Tx, id: number, found: { findings: TraceFindings; sha256: string }) =>
  tx.update(traces).set(found).where(eq(traces.id, id))

interface Ended {
  id: number
  fileName: string
  startedBy: number | null
  findings: TraceFindings | null
}

/** The audit log keeps the verdict and how many purchases were named, not whose they are. */
export const finishTrace = async (tx: Tx, { id, fileName, startedBy, findings }: Ended, failure: string | null) => {
  await tx
    .update(traces)
    .set({ objectKey: null, failure: findings ? null : failure, finishedAt: sql`now()` })
    .where(eq(traces.id, id))
  await recordChange(tx, {
    actorId: startedBy,
    action: 'trace',
    ...{ subject: 'trace', subjectId: id, subjectName: fileName },
    after: findings ? { verdict: findings.verdict, named: findings.named.length } : { failure },
  })
}
