import type { Vital, VisitPage } from '@slipstream/contract/visit-terms'
import type { Device } from './visitor.ts'

/** What happened, without the visitor. */
export interface Happened {
  kind: 'view' | 'search' | 'vital' | 'cart' | 'checkout'
  page?: VisitPage
  modId?: number | null
  referrer?: string
  term?: string
  found?: boolean
  vital?: Vital
  value?: number
}

/** One event as it is stored. */
export interface VisitRow extends Happened {
  at: Date
  visitor: bigint
  isBot: boolean
  device: Device
  country: string | null
}
