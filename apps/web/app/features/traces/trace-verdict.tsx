import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TraceVerdict as Verdict } from '@slipstream/contract/trace-terms'
import { VERDICT_WORDS } from '@slipstream/contract/trace-words'
import { cx } from '#ui/cx.ts'
import { type Tone, toneStyles } from '#ui/tone-style.ts'

interface TraceVerdictProps {
  verdict: Verdict
  Icon: LucideIcon
  tone: Tone
  badge: ReactNode
  children: ReactNode
}

/** The head of a result: what was found, and how certain that is. */
export const TraceVerdict = ({ verdict, Icon, tone, badge, children }: TraceVerdictProps) => (
  <div className="flex items-start gap-4">
    <span className={cx('tinted grid size-12 shrink-0 place-items-center rounded-2xl', toneStyles[tone])}>
      <Icon className="size-6" aria-hidden="true" />
    </span>
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h2 className="text-title">{VERDICT_WORDS[verdict].title}</h2>
        {badge}
      </div>
      <p className="mt-1 max-w-[72ch] text-ui text-muted">{children}</p>
    </div>
  </div>
)
