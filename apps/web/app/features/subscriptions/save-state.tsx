import { Check, CircleAlert } from 'lucide-react'
import { failureText } from '#ui/failure-text.ts'
import { Spinner } from '#ui/spinner.tsx'

interface SaveStateProps {
  id: string
  saving: { isPending: boolean; isSuccess: boolean; error: Error | null }
  onRetry: () => void
}

/** Whether the last change of a field was saved. Announced when it changes. */
export const SaveState = ({ id, saving: { isPending, isSuccess, error }, onRetry }: SaveStateProps) => (
  <div id={id} role="status" className="text-caption">
    {isPending && (
      <span className="inline-flex items-center gap-1.5 text-muted">
        <Spinner className="size-3.5" /> Saving
      </span>
    )}
    {isSuccess && (
      <span className="inline-flex items-center gap-1 text-success">
        <Check className="size-3.5" aria-hidden="true" /> Saved
      </span>
    )}
    {error && (
      <span className="flex items-start gap-1 text-destructive">
        <CircleAlert className="mt-px size-3.5 shrink-0" aria-hidden="true" />
        <span>
          Not saved. {failureText(error)}{' '}
          <button type="button" onClick={onRetry} className="rounded-sm text-foreground underline underline-offset-2">
            Retry
          </button>
        </span>
      </span>
    )}
  </div>
)
