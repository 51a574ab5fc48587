import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { type ControlSize, controlSizes, controlStyle } from '#ui/control-style.ts'
import { cx } from '#ui/cx.ts'
import { useFieldControl } from '#ui/field-context.ts'

export interface SelectOption {
  value: string
  label: string
  isDisabled?: boolean
}

interface NativeSelectProps extends Omit<ComponentProps<'select'>, 'size' | 'children'> {
  options: readonly SelectOption[]
  size?: ControlSize
  onValueChange?: (value: string) => void
}

/** The platform's own select: small, works before hydration, good on phones. */
export const NativeSelect = ({
  options,
  size = 'md',
  onValueChange,
  onChange,
  className,
  ...rest
}: NativeSelectProps) => (
  <span className={cx('relative block', className)}>
    <select
      {...rest}
      {...useFieldControl(rest)}
      onChange={(event) => {
        onChange?.(event)
        onValueChange?.(event.currentTarget.value)
      }}
      className={cx(controlStyle, controlSizes[size], 'appearance-none pe-9')}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.isDisabled} className="bg-popover">
          {option.label}
        </option>
      ))}
    </select>
    <ChevronDown
      className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted"
      aria-hidden="true"
    />
  </span>
)
