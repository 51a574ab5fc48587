import type { MySubscription } from '@slipstream/contract/subscriptions-mine'
import { Moment } from '#ui/moment.tsx'
import { StateBadge } from './state-badge.tsx'

/** Shown to a former member above the plans. */
export const EndedCard = ({ mine }: { mine: MySubscription }) => (
  <section aria-labelledby="status" className="surface rounded-2xl p-5 md:p-6">
    <div className="flex flex-wrap items-center justify-between gap-3">
      <h2 id="status" className="text-title wrap-anywhere">
        {mine.planName}
      </h2>
      <StateBadge mine={mine} />
    </div>
    <p className="mt-3 text-body font-medium">
      Premium ended{' '}
      {mine.endsAt && (
        <>
          on <Moment at={mine.endsAt} isDay />
        </>
      )}
      .
    </p>
    <p className="mt-1 text-ui text-muted">
      Mods you bought are still yours. Choose a plan, and the Premium mods are back in your locker right away.
    </p>
  </section>
)
