import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldContext } from '#ui/field-context.ts'

interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  isOptional?: boolean
  /** Keeps the label for screen readers only, where it is visually redundant. */
  isLabelHidden?: boolean
  className?: string
  children: ReactNode
}

export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-small text-destructive">
    <CircleAlert className="mt-0.5 size-3.5" aria-hidden="true" />
    <span>{children}</span>
  </p>
)

/** A label, one control, and the hint and error that describe it. */
export const Field = ({ label, hint, error, isOptional, isLabelHidden, className, children }: FieldProps) => {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined

  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <div className={isLabelHidden ? 'sr-only' : 'flex items-baseline justify-between gap-3'}>
        <label htmlFor={id} className="text-small font-medium">
          {label}
        </label>
        {isOptional && <span className="text-caption text-subtle">Optional</span>}
      </div>
      <FieldContext value={{ id, describedBy, isInvalid: Boolean(error) }}>{children}</FieldContext>
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-small text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
