import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { dialogStyle, footerStyle, scrimStyle } from '#ui/dialog-style.ts'
import { IconButton } from '#ui/icon-button.tsx'

interface DialogProps {
  title: string
  description?: ReactNode
  /** The element that opens the dialog; without one, `open` and `onOpenChange` control it. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  children?: ReactNode
}

const widths = { sm: 'md:max-w-md', md: 'md:max-w-xl', lg: 'md:max-w-3xl' }

export const Dialog = ({ title, description, trigger, footer, size = 'sm', children, ...root }: DialogProps) => (
  <RadixDialog.Root {...root}>
    {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimStyle} />
      <RadixDialog.Content
        className={cx(dialogStyle, widths[size])}
        {...(description ? {} : { 'aria-describedby': undefined })}
      >
        <div className="p-5 pr-14 pb-4 md:p-6 md:pr-16 md:pb-4">
          <RadixDialog.Title className="text-title">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="mt-1.5 text-ui text-muted">{description}</RadixDialog.Description>
          )}
        </div>
        {children && <div className="min-h-0 overflow-y-auto px-5 py-1 pb-5 md:px-6 md:pb-6">{children}</div>}
        {footer && <div className={footerStyle}>{footer}</div>}
        {/* Last in the DOM, so that the first field gets the focus. */}
        <RadixDialog.Close asChild>
          <IconButton label="Close" className="absolute! top-3 right-3 md:top-4 md:right-4">
            <X aria-hidden="true" />
          </IconButton>
        </RadixDialog.Close>
      </RadixDialog.Content>
    </RadixDialog.Portal>
  </RadixDialog.Root>
)

/** Closes the surrounding dialog or side panel. */
export const DialogClose = ({ children }: { children: ReactNode }) => (
  <RadixDialog.Close asChild>{children}</RadixDialog.Close>
)
