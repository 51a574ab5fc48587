import { MINUTE_MS } from '@slipstream/contract/durations'

/** One problem that a check found. */
export interface Finding {
  /** What exactly is affected, such as the name of a job. The same problem has the same subject in every pass. */
  subject?: string
  /** What is wrong, in a sentence or two for the owner. Contains no secrets and names no person. */
  problem: string
}

/**
 * Something the store watches about itself. A feature declares its checks in <feature>.alerts.ts, collected in
 * all-alerts.ts. A check only reports findings; features/alerts decides which become incidents and who is told.
 */
export interface AlertCheck {
  name: string
  /** The problem in a few words, for subjects of mails: "Jobs failed for good". */
  title: string
  /** What is measured and when it alerts, in a sentence for the page. */
  measures: string
  /** The problem must last this long before it is reported. */
  lastsMs: number
  /** The problem must be gone this long before its incident ends. Shorter gaps belong to the same incident. */
  calmMs: number
  /** Expected while the store is closed for maintenance: reported only if it persists afterwards. */
  waitsInMaintenance?: boolean
  /** Empty if all is well. Throws if the check itself fails. */
  find: (signal: AbortSignal) => Promise<readonly Finding[]>
}

/** Reported at the next pass, and over after five quiet minutes. */
export const AT_ONCE = { lastsMs: 0, calmMs: 5 * MINUTE_MS }
/** For problems that often clear by themselves. */
export const AFTER_MINUTES = { lastsMs: 3 * MINUTE_MS, calmMs: 10 * MINUTE_MS }
