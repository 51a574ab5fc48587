import { Check, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { Badge } from '#ui/badge.tsx'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'

const SHOWN_MS = 2_000

interface ToolButtonProps {
  label: string
  icon: ReactNode
  /** Rejects, or returns false, if the tool failed. */
  run: () => Promise<unknown>
  className?: string
}

/** Runs a tool and shows OK or ERR for two seconds. */
export const ToolButton = ({ label, icon, run, className }: ToolButtonProps) => {
  const [outcome, setOutcome] = useState<{ ok: boolean } | null>(null)
  const [isRunning, setRunning] = useState(false)

  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [outcome])

  const start = async () => {
    setRunning(true)
    setOutcome(null)
    const ok = await run().then(
      (result) => result !== false,
      () => false,
    )
    setRunning(false)
    setOutcome({ ok })
  }

  return (
    <button
      type="button"
      aria-busy={isRunning || undefined}
      aria-disabled={isRunning || undefined}
      onClick={() => !isRunning && void start()}
      className={cx(
        'flex min-h-11 items-center gap-2.5 rounded-lg border border-input/60 py-1.5 ps-3 pe-2 text-left text-small font-medium',
        'hover:border-input hover:bg-raised [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-muted',
        className,
      )}
    >
      {icon}
      <span className="flex-1">{label}</span>
      <span role="status" className="inline-flex">
        {isRunning && <Spinner className="size-4" />}
        {outcome && (
          <Badge tone={outcome.ok ? 'success' : 'destructive'}>
            {outcome.ok ? <Check aria-hidden="true" /> : <X aria-hidden="true" />}
            {outcome.ok ? 'OK' : 'ERR'}
          </Badge>
        )}
      </span>
    </button>
  )
}
