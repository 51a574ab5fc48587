import type { HealthSnapshot } from '@slipstream/contract/developer'
import { countText } from '#lib/counts.ts'
import type { Tone } from '#ui/tone-style.ts'

interface StripeState {
  text: string
  /** For the badge. */
  short: string
  tone: Tone
}

/** Spec: OK, configured with error, or not configured. */
export const stripeState = ({ configured, ok }: HealthSnapshot['systems']['stripe']): StripeState => {
  if (!configured) return { text: 'Not configured', short: 'Not configured', tone: 'warning' }
  if (!ok) return { text: 'Configured with error', short: 'Error', tone: 'destructive' }
  return { text: 'OK', short: 'OK', tone: 'success' }
}

const tenths = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 })
const twoDigits = (value: number) => String(value).padStart(2, '0')

const DASH = '–'

/** A count that could not be read is a dash, not a zero. */
export const countOrDash = (count: number | null) => (count === null ? DASH : countText(count))

export const msText = (ms: number) => `${tenths.format(ms < 10 ? Math.round(ms * 10) / 10 : Math.round(ms))} ms`

/** Server times are compared with logs, so they are in UTC and to the second. */
export const clockText = (at: string) => (at === '' ? DASH : new Date(at).toISOString().slice(11, 19))
export const serverTimeText = (at: string) =>
  at === '' ? DASH : `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

export const uptimeText = (seconds: number) => {
  if (seconds === 0) return DASH
  const days = Math.floor(seconds / 86_400)
  const [hours, minutes] = [Math.floor((seconds % 86_400) / 3_600), Math.floor((seconds % 3_600) / 60)]
  return `${days > 0 ? `${days} d ` : ''}${hours}:${twoDigits(minutes)} h`
}
