import { DAY_MS } from '@slipstream/contract/durations'
import type { Locker } from '@slipstream/contract/locker'
import { calendarDay } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** How long a former member sees why the included mods are gone. */
const TOLD_FOR_MS = 30 * DAY_MS

export const PremiumEnded = ({ locker: { premiumExpiresAt } }: { locker: Locker }) => {
  const since = premiumExpiresAt === null ? -1 : Date.now() - Date.parse(premiumExpiresAt)
  if (premiumExpiresAt === null || since < 0 || since > TOLD_FOR_MS) return null
  return (
    <Notice
      tone="info"
      title={`Your Premium ended on ${calendarDay(premiumExpiresAt)}.`}
      actions={<RenewPremium />}
      className="mt-6"
    >
      The mods it included have left your locker. What you bought stays here.
    </Notice>
  )
}

export const RenewPremium = ({ className }: { className?: string }) => (
  <Button asChild variant="outline" className={className}>
    <Link to="/subscribe">Renew Premium</Link>
  </Button>
)
