import type { ComponentProps, ReactNode } from 'react'
import { type ControlSize, controlSizes, controlStyle, readOnlyStyle } from '#ui/control-style.ts'
import { cx } from '#ui/cx.ts'
import { useFieldControl } from '#ui/field-context.ts'

interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  size?: ControlSize
  /** A decorative icon inside the left edge. */
  icon?: ReactNode
  /** A small control inside the right edge, such as clear or show password. */
  trailing?: ReactNode
}

export const Input = ({ size = 'md', icon, trailing, className, ...rest }: InputProps) => {
  const control = useFieldControl(rest)
  return (
    <span className={cx('relative block', className)}>
      {icon && (
        <span
          className="pointer-events-none absolute inset-y-0 left-3 grid place-items-center text-subtle [&_svg]:size-4"
          aria-hidden="true"
        >
          {icon}
        </span>
      )}
      <input
        {...rest}
        {...control}
        className={cx(
          controlStyle,
          readOnlyStyle,
          controlSizes[size],
          icon ? 'ps-9' : false,
          trailing ? 'pe-11' : false,
        )}
      />
      {trailing && <span className="absolute inset-y-0 right-1 flex items-center">{trailing}</span>}
    </span>
  )
}
