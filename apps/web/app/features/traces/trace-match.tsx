import { CircleCheck, Download, Fingerprint, Mail } from 'lucide-react'
import { cents, formatUsd } from '@slipstream/contract/money'
import type { TracedPurchase, TraceView } from '@slipstream/contract/traces'
import { chanceText, marksText } from '@slipstream/contract/trace-words'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import { TraceChart } from './trace-chart.tsx'
import { type Fact, TraceFacts } from './trace-facts.tsx'
import { letterTo } from './trace-letter.ts'
import { tenths } from './trace-numbers.ts'
import { saveReport } from './trace-report.ts'
import { TraceSteps } from './trace-steps.tsx'
import { TraceVerdict } from './trace-verdict.tsx'

type Findings = NonNullable<TraceView['findings']>

interface MatchProps {
  trace: TraceView
  findings: Findings
}

/** Below this share of a whole copy's expected score, parts of the file probably come from elsewhere. */
const WHOLE_COPY = 0.6

const signsOfMixing = (count: number, { expected }: Findings, score: number) => {
  if (count > 1) return plural(count, 'purchase')
  return score < WHOLE_COPY * expected ? 'Perhaps: parts are changed' : 'None'
}

export const TraceMatch = ({ trace, findings }: MatchProps) => {
  const [best] = trace.purchases
  if (!best) return null
  const facts: Fact[] = [
    ['Marks read', marksText(findings.read, findings.of)],
    ['Score of a whole copy', tenths.format(findings.expected)],
    ['Next best purchase', findings.nextBest === null ? 'None' : `${tenths.format(findings.nextBest)}, chance`],
    [
      'Hidden token',
      best.hasToken ? <Status tone="success">Same purchase</Status> : <Status tone="neutral">Removed</Status>,
    ],
    ['Signs of mixing', signsOfMixing(trace.purchases.length, findings, best.score)],
  ]
  return (
    <Card>
      <TraceVerdict
        verdict={findings.verdict}
        Icon={Fingerprint}
        tone="primary"
        badge={
          <Badge tone="success">
            <CircleCheck aria-hidden="true" />
            Strong evidence
          </Badge>
        }
      >
        The chance that an innocent purchase scores this high is below{' '}
        <strong className="font-medium text-foreground">{chanceText(best.chancePower)}</strong>.
      </TraceVerdict>
      <ul className="my-4 flex flex-col gap-3">
        {trace.purchases.map((purchase) => (
          <Purchase key={`${purchase.user?.id} ${purchase.version} ${purchase.score}`} purchase={purchase} />
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-6">
        {findings.threshold !== null && (
          <TraceChart score={best.score} threshold={findings.threshold} isNamed scored={findings.scored} />
        )}
        <TraceFacts facts={facts} />
      </div>
    </Card>
  )
}

const SOURCES = { purchase: 'Bought', grant: 'Granted', premium: 'With Premium since' } as const

const Purchase = ({ purchase }: { purchase: TracedPurchase }) => {
  const { title, version, orderNumber, source, since, user, paidCents, downloads } = purchase
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-xl border border-border p-4">
      <div className="min-w-0 text-ui">
        <p className="font-medium">
          {title} {version}
          {orderNumber && (
            <span className="font-normal text-muted">
              , order <span className="whitespace-nowrap">{orderNumber}</span>
            </span>
          )}
        </p>
        <p className="text-small text-muted">
          {SOURCES[source]} <Moment at={since} isDay />{' '}
          {user ? `by ${user.username}` : 'by an account that was deleted'}
          {paidCents !== null && ` for ${formatUsd(cents(paidCents))}`}.{' '}
          {downloads.length > 0 && (
            <>
              Downloaded last on <Moment at={downloads[0] ?? since} />.
            </>
          )}
        </p>
      </div>
      {orderNumber && (
        <Button variant="outline" size="sm" asChild>
          <Link to={`/admin/orders?order=${orderNumber}`}>Open order</Link>
        </Button>
      )}
    </li>
  )
}

/** The calm steps first: look, ask, have the copy taken down, and only then decide. */
export const MatchSteps = ({ trace }: { trace: TraceView }) => {
  const [best] = trace.purchases
  const account = best?.user
  if (!best) return null
  return (
    <TraceSteps
      title="What to do next"
      description="Nothing has happened to the account. You decide, in this order."
      steps={[
        ...(account
          ? [
              {
                title: 'Look at the account',
                text: 'Was it used from somewhere new before the last download? A stolen account is a common cause.',
                action: (
                  <Button variant="outline" size="sm" asChild>
                    <Link to={`/admin/users?user=${account.id}`}>Open {account.username}</Link>
                  </Button>
                ),
              },
            ]
          : []),
        ...(account?.email
          ? [
              {
                title: 'Ask',
                text: 'Send a calm message and give them 7 days to explain. A draft without accusations opens in your mail program.',
                action: (
                  <Button variant="primary" size="sm" asChild>
                    <a href={letterTo(account.email, best)}>
                      <Mail aria-hidden="true" />
                      Write to them
                    </a>
                  </Button>
                ),
              },
            ]
          : []),
        {
          title: 'Have the copy taken down',
          text: 'The report with the hash and time of the file can be attached to a notice to its host. It names nobody.',
          action: <SaveReport trace={trace} />,
        },
        ...(best.orderNumber
          ? [
              {
                title: 'Then decide',
                text: 'You can revoke this mod in the order, or ban the account with a reason. Both can be undone and are in the audit log.',
                action: (
                  <Button variant="ghost" size="sm" asChild>
                    <Link to={`/admin/orders?order=${best.orderNumber}`}>Open order</Link>
                  </Button>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

export const SaveReport = ({ trace }: { trace: TraceView }) => (
  <Button variant="outline" size="sm" onClick={() => saveReport(trace)}>
    <Download aria-hidden="true" />
    Save report
  </Button>
)
