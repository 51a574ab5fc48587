import { MousePointerClick } from 'lucide-react'
import type { Visits } from '@slipstream/contract/analytics-visits'
import { countText, plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { percentWords } from './figure-words.ts'

const STEPS: readonly { name: string; of: (visits: Visits) => number }[] = [
  { name: 'Visited the store', of: ({ visitors }) => visitors },
  { name: 'Opened a mod', of: ({ modVisitors }) => modVisitors },
  { name: 'Added to cart', of: ({ cartVisitors }) => cartVisitors },
  { name: 'Began checkout', of: ({ checkoutVisitors }) => checkoutVisitors },
]

/** Capped at 1: visitors who opted out of counting still order, so there can be more buyers than visitors. */
const shareOf = (count: number, whole: number) => (whole === 0 ? 0 : Math.min(1, count / whole))

/** The step after opening a mod that loses the largest share of visitors. Null for fewer than 20 visitors. */
const findingOf = (visits: Visits): string | null => {
  if (visits.visitors < 20) return null
  const { modVisitors, cartVisitors, checkoutVisitors, orders } = visits
  const losses = [
    {
      lost: 1 - shareOf(cartVisitors, modVisitors),
      of: modVisitors,
      words: 'who open a mod do not add one to the cart',
    },
    {
      lost: 1 - shareOf(checkoutVisitors, cartVisitors),
      of: cartVisitors,
      words: 'who fill a cart do not begin checkout',
    },
    { lost: 1 - shareOf(orders, checkoutVisitors), of: checkoutVisitors, words: 'who begin checkout do not pay' },
  ].filter(({ of }) => of > 0)
  const [most] = losses.toSorted((one, other) => other.lost - one.lost)
  return most && most.lost > 0 ? `${percentWords(most.lost)} of those ${most.words}.` : null
}

interface FunnelProps {
  visits: Visits
  /** The days shown, such as "Last 30 days". */
  description: string
}

/** From the first page to a paid order. */
export const Funnel = ({ visits, description }: FunnelProps) => {
  const { visitors, orders, checkoutVisitors } = visits
  const finding = findingOf(visits)
  const uncounted = Math.max(0, orders - checkoutVisitors)
  return (
    <Card title="From visit to sale" description={description}>
      {visitors + orders === 0 ? (
        <EmptyState
          icon={<MousePointerClick />}
          title="No visits in this period"
          description="Visits are counted without cookies. The first one appears here within a minute or two."
        />
      ) : (
        <>
          <ol className="flex flex-col gap-4">
            {STEPS.map(({ name, of }) => (
              <Step key={name} name={name} count={of(visits)} share={shareOf(of(visits), visitors)} />
            ))}
            <Step name="Orders paid" count={orders} share={shareOf(orders, visitors)} isLast />
          </ol>
          {finding && <p className="mt-4 text-small text-muted">{finding}</p>}
          <p className="mt-4 text-caption text-muted">
            {uncounted > 0 && `${plural(uncounted, 'order')} from visitors who are not counted. `}
            <Link to="/admin/analytics#visitors" className="rounded-sm underline underline-offset-4">
              How visitors are counted
            </Link>
          </p>
        </>
      )}
    </Card>
  )
}

interface StepProps {
  name: string
  count: number
  share: number
  isLast?: boolean
}

const Step = ({ name, count, share, isLast = false }: StepProps) => (
  <li>
    <p className="flex items-baseline gap-3 text-ui">
      <span className="flex-1">{name}</span>
      <span className="num font-semibold">{countText(count)}</span>
      <span className="num w-14 text-right text-muted">{percentWords(share)}</span>
    </p>
    <div className="mt-1.5 h-2 overflow-hidden rounded-full bg-raised" aria-hidden="true">
      <div
        className="h-full rounded-full"
        style={{ width: `${share * 100}%`, background: isLast ? 'var(--chart-1)' : 'var(--chart-3)' }}
      />
    </div>
  </li>
)
