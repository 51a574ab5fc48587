import type { ComponentProps } from 'react'
import { controlStyle, readOnlyStyle } from '#ui/control-style.ts'
import { cx } from '#ui/cx.ts'
import { useFieldControl } from '#ui/field-context.ts'

/** Grows with its text if the browser supports it, up to a third of the screen. */
export const Textarea = ({ rows = 4, className, ...rest }: ComponentProps<'textarea'>) => (
  <textarea
    rows={rows}
    {...rest}
    {...useFieldControl(rest)}
    className={cx(
      controlStyle,
      readOnlyStyle,
      'field-sizing-content max-h-[33dvh] min-h-24 rounded-md px-3.5 py-2.5',
      className,
    )}
  />
)
