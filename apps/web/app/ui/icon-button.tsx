import type { ComponentProps } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** What the button does, in words; the icon alone says nothing to a screen reader. */
  label: string
  variant?: ButtonVariant
  size?: 'icon-sm' | 'icon' | 'icon-lg'
  isLoading?: boolean
}

export const IconButton = ({ label, variant = 'ghost', size = 'icon', ...rest }: IconButtonProps) => (
  <Button aria-label={label} variant={variant} size={size} {...rest} />
)
