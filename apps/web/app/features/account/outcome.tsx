import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from './failure-text.ts'

interface OutcomeTextProps {
  isGood: boolean
  children: ReactNode
}

export const OutcomeText = ({ isGood, children }: OutcomeTextProps) => (
  <span className={isGood ? 'flex items-start gap-1.5' : 'flex items-start gap-1.5 text-destructive'}>
    {isGood ? (
      <CircleCheck className="mt-0.5 size-3.5 text-success" aria-hidden="true" />
    ) : (
      <CircleAlert className="mt-0.5 size-3.5" aria-hidden="true" />
    )}
    <span>{children}</span>
  </span>
)

interface OutcomeProps {
  act: { isSuccess: boolean; error: Error | null }
  /** Shown on success; without it only failures are shown. */
  done?: ReactNode
  /** Replaces the server's message where a link is needed. */
  failure?: ReactNode
}

/** The result of an action, beside its control. Always rendered, so that screen readers announce changes. */
export const Outcome = ({ act, done, failure = failureText(act.error) }: OutcomeProps) => (
  <p aria-live="polite" className="text-small empty:sr-only">
    {act.error && failure && <OutcomeText isGood={false}>{failure}</OutcomeText>}
    {act.isSuccess && done && <OutcomeText isGood>{done}</OutcomeText>}
  </p>
)
