import { isDeepStrictEqual } from 'node:util'
import type { AuditSubject } from '@slipstream/contract/audit'
import type { Tx } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'

type Fields = Record<string, unknown>

export interface Change {
  /** Null for a job of the store. */
  actorId: number | null
  /** A verb: `publish`, `edit`, `bulk discount`. */
  action: string
  subject: AuditSubject
  subjectId?: string | number | null
  /** The subject's name at the time of the change. */
  subjectName: string
  /** Null for something new. */
  before?: object | null
  /** Null for something removed. */
  after?: object | null
}

/**
 * Records who changed what, with only the fields that differ; an edit without changes writes no entry. Call it in the
 * transaction of the change.
 */
export const recordChange = async (tx: Tx, { subjectId = null, before = null, after = null, ...change }: Change) => {
  const fields = differing(asStored(before), asStored(after))
  if (!fields) return
  await tx.insert(auditLog).values({ ...change, subjectId: subjectId === null ? null : String(subjectId), ...fields })
}

/** Records that an administrator took a whole list out of the store, and which one. */
export const recordExport = async (
  tx: Tx,
  { by, name, filters }: { by: { id: number }; name: string; filters: readonly string[] },
) => recordChange(tx, { actorId: by.id, action: 'export', subject: 'export', subjectName: name, after: { filters } })

/** What the entries about the rows of one table have in common. */
interface Recorded<Row> {
  subject: AuditSubject
  nameOf: (row: Row) => string
  /** The fields that the log keeps. */
  written: (row: Row) => object
  announce?: (tx: Tx, row: Row) => Promise<void>
}

/** `recordChange` for the rows of a table: `before` is null for a new row, and `after` for a removed one. */
export const recorderOf =
  <Row extends { id: number }>({ subject, nameOf, written, announce }: Recorded<Row>) =>
  async (tx: Tx, actorId: number, action: string, before: Row | null, after: Row | null) => {
    const known = after ?? before
    if (!known) throw new Error('a change has a row before it or a row after it')
    await recordChange(tx, {
      ...{ actorId, action, subject, subjectId: known.id, subjectName: nameOf(known) },
      before: before && written(before),
      after: after && written(after),
    })
    await announce?.(tx, known)
  }

/** As JSON stores it, so that a date equals its text. */
const asStored = (fields: object | null): Fields | null => fields && (JSON.parse(JSON.stringify(fields)) as Fields)

const differing = (before: Fields | null, after: Fields | null) => {
  if (!before || !after) return { before, after }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !isDeepStrictEqual(before[name], after[name]),
  )
  if (names.length === 0) return null
  const pick = (fields: Fields) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}
