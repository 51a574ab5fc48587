import { Lock, RefreshCw, RotateCcw, Zap } from 'lucide-react'
import { REFUND_DECISION_HOURS, REFUND_REQUEST_DAYS } from '@slipstream/contract/legal'

const PROMISES = [
  { Icon: Zap, title: 'Instant download', text: 'Files unlock the moment payment clears' },
  { Icon: RefreshCw, title: 'Updates included', text: 'Every mod you own stays current' },
  {
    Icon: RotateCcw,
    title: `${REFUND_REQUEST_DAYS}-day refunds`,
    text: `Decision within ${REFUND_DECISION_HOURS} hours`,
  },
  { Icon: Lock, title: 'Secured by Stripe', text: 'We never see your card number' },
]

export const Promises = () => (
  <section className="mx-auto max-w-[1360px] px-5 md:px-8" aria-label="Why buy here">
    <ul className="surface grid grid-cols-2 overflow-hidden rounded-2xl md:grid-cols-4">
      {PROMISES.map(({ Icon, title, text }) => (
        <li
          key={title}
          className="flex flex-col gap-3 border-border p-4 even:border-l nth-[n+3]:border-t md:flex-row md:p-5 md:not-first:border-l md:nth-[n+3]:border-t-0"
        >
          <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />
          <div>
            <h2 className="text-sm font-medium">{title}</h2>
            <p className="mt-0.5 text-small leading-snug text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
