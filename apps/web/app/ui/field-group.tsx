import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'

interface FieldGroupProps {
  label: string
  hint?: ReactNode
  error?: ReactNode
  isOptional?: boolean
  className?: string
  children: ReactNode
}

/** The counterpart of Field for several controls that answer one question. */
export const FieldGroup = ({ label, hint, error, isOptional, className, children }: FieldGroupProps) => {
  const id = useId()
  const [errorId, hintId] = [`${id}-error`, `${id}-hint`]
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined
  return (
    <fieldset className={cx('flex min-w-0 flex-col gap-1.5', className)} aria-describedby={describedBy}>
      {/* Both texts are in the legend, because only a legend names the group. */}
      <legend className="mb-1.5 flex w-full items-baseline justify-between gap-3">
        <span className="text-small font-medium">{label}</span>
        {isOptional && <span className="text-caption font-normal text-subtle">Optional</span>}
      </legend>
      {children}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {hint && (
        <p id={hintId} className="text-small text-muted">
          {hint}
        </p>
      )}
    </fieldset>
  )
}
