import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

interface ErrorStateProps {
  /** What failed, in plain words. */
  title: string
  /** For failures that the specification shows in red. */
  isTitleRed?: boolean
  /** The error. The server's message and request id are shown if present. */
  error: unknown
  description?: ReactNode
  onRetry?: () => void
  isRetrying?: boolean
  /** A link to support. */
  support?: ReactNode
}

export const ErrorState = ({
  title,
  isTitleRed = false,
  error,
  description,
  onRetry,
  isRetrying = false,
  support,
}: ErrorStateProps) => {
  const { reason, requestId } = error instanceof ApiError ? error : {}
  return (
    <div role="alert" className="flex flex-col items-center px-5 py-10 text-center">
      <span
        className="tinted grid size-14 place-items-center rounded-full [--tone:var(--destructive)]"
        aria-hidden="true"
      >
        <TriangleAlert className="size-6" />
      </span>
      <p className={cx('mt-4 text-body font-medium', isTitleRed && 'text-destructive')}>{title}</p>
      {reason && reason !== title && <p className="mt-1 max-w-[44ch] text-ui text-muted">{reason}</p>}
      {description && <p className="mt-1 max-w-[44ch] text-ui text-muted">{description}</p>}
      {(onRetry || support) && (
        <div className="mt-5 flex flex-wrap items-center justify-center gap-x-4 gap-y-3 text-ui">
          {onRetry && (
            <Button variant="outline" isLoading={isRetrying} onClick={onRetry}>
              <RotateCw aria-hidden="true" />
              Try again
            </Button>
          )}
          {support}
        </div>
      )}
      {requestId && (
        <p className="mt-5 text-caption text-subtle">
          Request id <code className="ml-1 font-mono whitespace-nowrap text-muted">{requestId}</code>
        </p>
      )}
    </div>
  )
}
