import { HeartHandshake, KeyRound, MapPin, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TraceSignal } from '@slipstream/contract/traces'
import { plural } from '#lib/counts.ts'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'

const wordsOf = (signal: TraceSignal): ReactNode => {
  switch (signal.kind) {
    case 'other_address':
      return (
        <>
          {plural(signal.count, 'download')} of this mod came from an address that no login of the account used, the
          last on <Moment at={signal.lastAt} />.
        </>
      )
    case 'failed_sign_ins':
      return (
        <>
          {plural(signal.count, 'failed login')} in the week before a download, the last on{' '}
          <Moment at={signal.lastAt} />.
        </>
      )
    case 'password_reset':
      return (
        <>
          The password was reset by e-mail on <Moment at={signal.lastAt} />, after a download.
        </>
      )
    case 'history':
      return (
        <>
          {plural(signal.orders, 'order')} since <Moment at={signal.since} isDay />,{' '}
          {signal.refundedOrders === 0 ? 'no refund' : plural(signal.refundedOrders, 'refund')},{' '}
          {signal.disputedOrders === 0 ? 'no dispute' : plural(signal.disputedOrders, 'dispute')}.
        </>
      )
  }
}

const ICONS = {
  other_address: MapPin,
  failed_sign_ins: KeyRound,
  password_reset: KeyRound,
  history: HeartHandshake,
} as const

/** What the account’s own records say, shown before any action against the account. */
export const TraceSignals = ({ signals }: { signals: readonly TraceSignal[] }) => {
  const isOdd = signals.some(({ kind }) => kind !== 'history')
  return (
    <Card title="Could it be someone else?" description="Signals from the account. None of them proves anything.">
      <ul className="flex flex-col gap-3 text-small">
        {signals.map((signal) => {
          const Icon = ICONS[signal.kind]
          return (
            <li key={signal.kind} className="flex gap-2.5">
              <Icon
                className={`mt-0.5 size-4 shrink-0 ${signal.kind === 'history' ? 'text-success' : 'text-warning'}`}
                aria-hidden="true"
              />
              <span>{wordsOf(signal)}</span>
            </li>
          )
        })}
        {!isOdd && (
          <li className="flex gap-2.5 text-muted">
            <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            <span>No sign of a stolen account. Logins are kept for 90 days, so older ones cannot be compared.</span>
          </li>
        )}
      </ul>
      {isOdd && (
        <Notice tone="warning" title="A stolen account would look like this." className="mt-4">
          Ask before you act.
        </Notice>
      )}
    </Card>
  )
}
