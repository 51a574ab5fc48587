import type { Tx } from '@slipstream/db/client'

/** What one feature knows about a person. Every table that refers to a user belongs to one of these. */
export interface PersonalData {
  /** The heading in the export. */
  name: string
  tables: readonly string[]
  /** Everything about the person, readable by them; no secrets. */
  collect: (tx: Tx, userId: number) => Promise<unknown>
  /** Removes the person, or takes the person out of what has to be kept. */
  erase: (tx: Tx, userId: number) => Promise<void>
}
