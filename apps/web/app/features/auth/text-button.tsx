import type { ComponentProps } from 'react'
import { cx } from '#ui/cx.ts'

/** The link style in sentences on the sign-in pages. */
export const textLink =
  'rounded-sm font-medium text-foreground underline decoration-input underline-offset-4 hover:decoration-foreground'

/** Switches to another panel of the same page. */
export const TextButton = ({ className, ...rest }: ComponentProps<'button'>) => (
  <button type="button" className={cx(textLink, 'py-1', className)} {...rest} />
)
