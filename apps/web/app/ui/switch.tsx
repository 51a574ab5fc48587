import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { useFieldControl } from '#ui/field-context.ts'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'size'> {
  label?: ReactNode
  hint?: ReactNode
  onCheckedChange?: (isChecked: boolean) => void
}

/** For settings that apply immediately; use a Checkbox for a choice that waits for a Save button. */
export const Switch = ({ label, hint, onCheckedChange, onChange, className, ...rest }: SwitchProps) => (
  <label className={cx('flex w-fit items-start gap-3 text-ui', !label && '-m-1.5 p-1.5', className)}>
    <span className="relative inline-block h-6 w-10 shrink-0">
      <input
        {...rest}
        {...useFieldControl(rest)}
        type="checkbox"
        role="switch"
        onChange={(event) => {
          onChange?.(event)
          onCheckedChange?.(event.currentTarget.checked)
        }}
        className={
          'peer absolute inset-0 appearance-none rounded-full border border-input bg-raised transition-colors ' +
          'hover:border-muted checked:border-foreground checked:bg-foreground disabled:cursor-not-allowed disabled:opacity-50'
        }
      />
      <span
        className={
          'pointer-events-none absolute top-1 left-1 size-4 rounded-full bg-muted transition-[translate,background-color] duration-200 ' +
          'peer-checked:translate-x-4 peer-checked:bg-background peer-disabled:opacity-60'
        }
        aria-hidden="true"
      />
    </span>
    {label && (
      <span className="flex flex-col gap-0.5 pt-0.5">
        <span>{label}</span>
        {hint && <span className="text-small text-muted">{hint}</span>}
      </span>
    )}
  </label>
)
