import type { Tx } from '@slipstream/db/client'

/** The personal data of one feature. Every table that refers to a user belongs to exactly one feature's data. */
export interface PersonalData {
  /** The heading in the export. */
  name: string
  tables: readonly string[]
  /** Everything about the person in readable form, without secrets. */
  collect: (tx: Tx, userId: number) => Promise<unknown>
  /** Deletes the data, or anonymizes records that have to be kept. */
  erase: (tx: Tx, userId: number) => Promise<void>
}
