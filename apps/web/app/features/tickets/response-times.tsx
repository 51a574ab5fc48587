import { Gem, Lock, type LucideIcon, MessageCircleQuestion, RotateCcw, Wrench } from 'lucide-react'
import type { TicketCategory } from '@slipstream/contract/ticket-terms'
import { hoursText } from './hours-text.ts'

const SHOWN: readonly { category: TicketCategory; label: string; Icon: LucideIcon }[] = [
  { category: 'refund', label: 'Refund', Icon: RotateCcw },
  { category: 'mod', label: 'A mod does not work', Icon: Wrench },
  { category: 'general', label: 'Anything else', Icon: MessageCircleQuestion },
  { category: 'privacy', label: 'Privacy', Icon: Lock },
]

/** The response times that the policies promise. */
export const ResponseTimes = () => (
  <section className="surface rounded-2xl p-5" aria-labelledby="how-fast">
    <h2 id="how-fast" className="text-base font-semibold">
      How fast we reply
    </h2>
    <dl className="mt-3 space-y-2.5 text-small">
      {SHOWN.map(({ category, label, Icon }) => (
        <div key={category} className="flex items-center gap-2.5">
          <dt className="flex flex-1 items-center gap-2.5">
            <Icon className="size-4 text-subtle" aria-hidden="true" />
            {label}
          </dt>
          <dd className="num text-muted">{hoursText(category)}</dd>
        </div>
      ))}
    </dl>
    <p className="mt-3.5 flex items-center gap-1.5 text-caption text-premium">
      <Gem className="size-3.5" aria-hidden="true" />
      Premium members are answered first.
    </p>
  </section>
)
