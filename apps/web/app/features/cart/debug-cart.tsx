import { useEffect, useState } from 'react'
import { cartTotals } from '@slipstream/contract/cart-totals'
import { formatUsd } from '@slipstream/contract/money'
import { dateText } from '#lib/dates.ts'
import { useCart } from './cart.queries.ts'

const KEPT = 10

interface Refresh {
  at: number
  outcome: string
}

/** The user's own cart as the server returned it, the computed totals, and the last refreshes. */
export const DebugCart = () => {
  const { items, isLoading, dataUpdatedAt, errorUpdatedAt } = useCart()
  const { total, discounts, youPay } = cartTotals(items)
  const refreshes = useLastRefreshes({ dataUpdatedAt, errorUpdatedAt, count: items.length })
  return (
    <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
      <Part title="Totals">
        <dl className="num space-y-1 text-ui">
          {Object.entries({
            Items: String(items.length),
            Total: formatUsd(total),
            Discounts: formatUsd(discounts),
            'You pay': formatUsd(youPay),
          }).map(([name, value]) => (
            <div key={name} className="flex justify-between">
              <dt className="text-muted">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title="Last refreshes">
        {refreshes.length === 0 ? (
          <p className="text-ui text-muted">None yet.</p>
        ) : (
          <ol className="num space-y-1 text-ui">
            {refreshes.map(({ at, outcome }) => (
              <li key={at} className="flex justify-between">
                <time dateTime={new Date(at).toISOString()}>{dateText('clock', new Date(at))}</time>
                <span className="text-muted">{outcome}</span>
              </li>
            ))}
          </ol>
        )}
      </Part>
      <div className="lg:col-span-2">
        <Part title="Cart, prices in cents">
          {/* A long response scrolls inside its box, also by keyboard. */}
          <pre tabIndex={0} aria-label="Your cart as JSON" className="max-h-[60dvh] overflow-auto font-mono text-small">
            {isLoading ? 'Loading cart...' : JSON.stringify(items, null, 2)}
          </pre>
        </Part>
      </div>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <section className="surface rounded-2xl p-5">
    <h2 className="mb-3 text-title">{title}</h2>
    {children}
  </section>
)

interface Seen {
  dataUpdatedAt: number
  errorUpdatedAt: number
  count: number
}

const useLastRefreshes = ({ dataUpdatedAt, errorUpdatedAt, count }: Seen) => {
  const [refreshes, setRefreshes] = useState<Refresh[]>([])
  const isFailure = errorUpdatedAt > dataUpdatedAt
  const at = Math.max(dataUpdatedAt, errorUpdatedAt)
  useEffect(() => {
    if (at === 0) return
    const outcome = isFailure ? 'failed' : `${count} item(s)`
    setRefreshes((before) => [{ at, outcome }, ...before.filter((each) => each.at !== at)].slice(0, KEPT))
  }, [at, isFailure, count])
  return refreshes
}
