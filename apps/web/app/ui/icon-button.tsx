import type { ComponentProps } from 'react'
import { Button, type ButtonVariant } from '#ui/button.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** The accessible name: a screen reader cannot read the icon. */
  label: string
  variant?: ButtonVariant
  size?: 'icon-sm' | 'icon' | 'icon-lg'
  isLoading?: boolean
}

export const IconButton = ({ label, variant = 'ghost', size = 'icon', ...rest }: IconButtonProps) => (
  <Button aria-label={label} variant={variant} size={size} {...rest} />
)
