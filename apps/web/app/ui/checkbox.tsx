import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { FieldError } from '#ui/field.tsx'
import { useFieldControl } from '#ui/field-context.ts'

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'size'> {
  /** Omit it only with an aria-label, as in a table's select column. */
  label?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Indeterminate: some of the rows below are selected. */
  isMixed?: boolean
  onCheckedChange?: (isChecked: boolean) => void
}

/** A native checkbox, so that forms and libraries treat it as one. */
export const Checkbox = (props: CheckboxProps) => {
  const { label, hint, error, isMixed = false, onCheckedChange, onChange, ref, className, ...rest } = props
  const id = useId()
  const errorId = `${id}-error`
  const control = useFieldControl({
    ...rest,
    ...(error ? { 'aria-describedby': errorId, 'aria-invalid': true } : {}),
  })

  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label className={cx('flex w-fit items-start gap-3 text-ui', !label && '-m-2 p-2')}>
        <span className="relative mt-px grid size-5 shrink-0 place-items-center">
          <input
            {...rest}
            {...control}
            type="checkbox"
            ref={(input) => {
              if (input) input.indeterminate = isMixed
              if (typeof ref === 'function') return ref(input)
              if (ref) ref.current = input
            }}
            onChange={(event) => {
              onChange?.(event)
              onCheckedChange?.(event.currentTarget.checked)
            }}
            className={
              'peer absolute inset-0 appearance-none rounded-[6px] border border-input bg-card transition-colors ' +
              'hover:border-muted checked:border-foreground checked:bg-foreground indeterminate:border-foreground ' +
              'indeterminate:bg-foreground aria-invalid:border-destructive dark:bg-background ' +
              'dark:checked:bg-foreground dark:indeterminate:bg-foreground disabled:cursor-not-allowed disabled:opacity-50'
            }
          />
          <Check
            className="pointer-events-none relative size-3.5 text-background opacity-0 peer-checked:opacity-100 peer-indeterminate:opacity-0 [.lucide]:stroke-3"
            aria-hidden="true"
          />
          <Minus
            className="pointer-events-none absolute size-3.5 text-background opacity-0 peer-indeterminate:opacity-100 [.lucide]:stroke-3"
            aria-hidden="true"
          />
        </span>
        {label && (
          <span className="flex flex-col gap-0.5">
            <span>{label}</span>
            {hint && <span className="text-small text-muted">{hint}</span>}
          </span>
        )}
      </label>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
