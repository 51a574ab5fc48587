import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'

/** How links inside the sentences of the sign-in pages look. */
export const textLink =
  'rounded-sm font-medium text-foreground underline decoration-input underline-offset-4 hover:decoration-foreground'

/** A step to another panel of the same page. */
export const TextButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={cx(textLink, 'py-1', className)} {...rest} />
)
