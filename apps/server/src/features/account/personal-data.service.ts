import type { Tx } from '@slipstream/db/client'
import { lockStanding } from '#features/auth/user-standing.service.ts'

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

export const exportPersonalData = async (tx: Tx, parts: readonly PersonalData[], userId: number) => {
  const collected: Record<string, unknown> = { exportedAt: new Date().toISOString() }
  for (const { name, collect } of parts) collected[name] = await collect(tx, userId)
  return collected
}

export const erasePerson = async (tx: Tx, parts: readonly PersonalData[], userId: number) => {
  // A checkout that is under way commits first, so that its order is seen here.
  await lockStanding(tx, userId)
  for (const { erase } of parts) await erase(tx, userId)
}
