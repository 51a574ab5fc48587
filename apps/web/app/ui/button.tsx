import { Slot } from 'radix-ui'
import type { ComponentProps, MouseEvent } from 'react'
import { cx } from '#ui/cx.ts'
import { Spinner } from '#ui/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'outline' | 'ghost' | 'destructive'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon-sm' | 'icon' | 'icon-lg'

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Keeps the width and the focus, and ignores further clicks. */
  isLoading?: boolean
  /** Styles its only child, usually a link, as a button. */
  asChild?: boolean
}

const base =
  'relative inline-flex shrink-0 items-center justify-center whitespace-nowrap border select-none ' +
  'transition-[background-color,border-color,color,scale] active:scale-[0.985] ' +
  'disabled:border-transparent disabled:bg-raised disabled:text-subtle disabled:active:scale-100 ' +
  'aria-disabled:pointer-events-none'

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary font-semibold text-primary-foreground hover:bg-primary-hover',
  secondary: 'bg-raised font-medium dark:border-transparent hover:bg-foreground/15 dark:hover:bg-foreground/20',
  outline: 'border-input/60 font-medium hover:border-input hover:bg-raised',
  ghost: 'border-transparent font-medium text-muted hover:bg-raised hover:text-foreground disabled:bg-transparent',
  destructive:
    'border-transparent bg-destructive-fill font-semibold text-destructive-foreground hover:bg-destructive-fill-hover',
}

const spinnerColours: Record<ButtonVariant, string> = {
  primary: 'text-primary-foreground',
  secondary: 'text-foreground',
  outline: 'text-foreground',
  ghost: 'text-foreground',
  destructive: 'text-destructive-foreground',
}

/** At least 44 px high on phones, for fingers; `icon-sm`, for rows and fields, is 36 px. */
const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 max-md:h-11 gap-1.5 rounded-md px-3.5 text-small [&_svg]:size-4',
  md: 'h-10 max-md:h-11 gap-2 rounded-lg px-4 text-ui [&_svg]:size-[18px]',
  lg: 'h-12 gap-2 rounded-xl px-6 text-base [&_svg]:size-[18px]',
  'icon-sm': 'size-9 rounded-md [&_svg]:size-4',
  icon: 'size-10 max-md:size-11 rounded-full [&_svg]:size-[18px]',
  'icon-lg': 'size-12 rounded-full [&_svg]:size-5',
}

const swallow = (event: MouseEvent) => {
  event.preventDefault()
  event.stopPropagation()
}

export const Button = ({
  variant = 'secondary',
  size = 'md',
  isLoading = false,
  asChild = false,
  className,
  children,
  type = 'button',
  onClick,
  ...rest
}: ButtonProps) => {
  const classes = cx(base, variants[variant], sizes[size], isLoading && 'text-transparent!', className)

  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    )
  }

  return (
    <button
      type={type}
      className={classes}
      aria-disabled={isLoading || undefined}
      aria-busy={isLoading || undefined}
      onClick={isLoading ? swallow : onClick}
      {...rest}
    >
      {children}
      {isLoading && <Spinner className={cx('absolute inset-0', spinnerColours[variant])} />}
    </button>
  )
}
