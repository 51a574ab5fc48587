import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { failureText } from './failure-text.ts'

interface SaidProps {
  isGood: boolean
  children: ReactNode
}

export const Said = ({ isGood, children }: SaidProps) => (
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
  /** Said when the act is done; without it only failures are said. */
  done?: ReactNode
  /** Where the server's sentence needs more: a link to what helps. */
  failure?: ReactNode
}

/** How an act ended, beside the control that began it. Always there, so that screen readers hear it change. */
export const Outcome = ({ act, done, failure = failureText(act.error) }: OutcomeProps) => (
  <p aria-live="polite" className="text-small empty:sr-only">
    {act.error && failure && <Said isGood={false}>{failure}</Said>}
    {act.isSuccess && done && <Said isGood>{done}</Said>}
  </p>
)
