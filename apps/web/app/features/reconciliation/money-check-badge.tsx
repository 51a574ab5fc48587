import { CircleAlert, CircleCheck, CircleHelp } from 'lucide-react'
import { useState } from 'react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { MoneyCheck, MoneyDifference } from '@slipstream/contract/reconciliation'
import { countText, plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Moment } from '#ui/moment.tsx'
import { Notice } from '#ui/notice.tsx'
import { useMoneyCheck } from './reconciliation.queries.ts'

/** The check runs daily; two days without one means that it is overdue. */
const TOO_OLD_MS = 48 * 60 * 60_000

const looks = {
  right: { tone: 'success', Icon: CircleCheck },
  wrong: { tone: 'destructive', Icon: CircleAlert },
  unknown: { tone: 'warning', Icon: CircleHelp },
} as const

const verdictOf = (latest: MoneyCheck | null): { look: keyof typeof looks; text: string } => {
  if (!latest) return { look: 'unknown', text: 'Money not checked yet' }
  if (!latest.isRight) return { look: 'wrong', text: plural(latest.differences.length, 'difference') }
  const isOld = Date.now() - Date.parse(latest.checkedAt) > TOO_OLD_MS
  return isOld ? { look: 'unknown', text: 'Money check overdue' } : { look: 'right', text: 'Money check passed' }
}

/** Whether Stripe, the ledger, the orders and the lockers match; differences are one click away. */
export const MoneyCheckBadge = () => {
  const { latest, query, run, isChecking } = useMoneyCheck()
  const [isOpen, setOpen] = useState(false)
  if (query.isError && latest === undefined) return <Badge tone="warning">Money check unknown</Badge>
  if (latest === undefined) return null
  const { look, text } = verdictOf(latest)
  const { tone, Icon } = looks[look]
  return (
    <Dialog
      title="Money check"
      description="Compares Stripe, the ledger, the orders and the lockers, every day."
      size="md"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button type="button" className="rounded-full">
          <Badge tone={tone}>
            <Icon aria-hidden="true" />
            {text}
          </Badge>
        </button>
      }
      footer={
        <Button variant="outline" isLoading={isChecking} onClick={() => run.mutate(latest?.checkedAt ?? null)}>
          Check now
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        {run.error && <Notice tone="destructive" title={failureText(run.error)} />}
        {latest && <Result check={latest} onFollow={() => setOpen(false)} />}
        <p role="status" className="text-ui text-muted empty:hidden">
          {isChecking && 'The money check is running.'}
          {!isChecking && !latest && 'The money check has not run yet.'}
        </p>
      </div>
    </Dialog>
  )
}

const Result = ({ check, onFollow }: { check: MoneyCheck; onFollow: () => void }) => {
  const apart = check.stripeCents - check.ledgerCents
  return (
    <>
      <p className="text-ui">
        {check.isRight ? 'Everything matches' : 'Some amounts don’t match'}, <Moment at={check.checkedAt} />.
      </p>
      <dl className="num flex flex-wrap gap-x-10 gap-y-3 text-ui">
        {[
          ['Stripe', formatUsd(check.stripeCents)],
          ['Ledger', formatUsd(check.ledgerCents)],
          ['Orders', countText(check.orders)],
          ...(apart === 0 ? [] : [['Difference', formatUsd(cents(Math.abs(apart)))]]),
        ].map(([name, value]) => (
          <div key={name}>
            <dt className="text-small text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {check.differences.length > 0 && (
        <ul aria-label="Differences" className="divide-y border-y">
          {check.differences.map((difference, place) => (
            <Difference key={place} difference={difference} onFollow={onFollow} />
          ))}
        </ul>
      )}
    </>
  )
}

interface DifferenceProps {
  difference: MoneyDifference
  onFollow: () => void
}

const Difference = ({ difference: { kind, orderNumber, stripeId, detail }, onFollow }: DifferenceProps) => (
  <li className="py-3 text-ui">
    <p className="flex flex-wrap justify-between gap-x-4">
      <span className="font-medium first-letter:uppercase">{kind.replaceAll('_', ' ')}</span>
      {orderNumber && (
        <Link
          to={{ search: `?${new URLSearchParams({ order: orderNumber }).toString()}` }}
          onClick={onFollow}
          className="num rounded-sm underline underline-offset-4"
        >
          {orderNumber}
        </Link>
      )}
    </p>
    <p className="text-small text-muted wrap-anywhere">{detail}</p>
    {stripeId && <p className="font-mono text-caption text-subtle wrap-anywhere">{stripeId}</p>}
  </li>
)
