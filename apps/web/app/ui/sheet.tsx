import { X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import type { ReactNode, RefObject } from 'react'
import { cx } from '#ui/cx.ts'
import { scrimStyle } from '#ui/dialog-style.ts'
import { IconButton } from '#ui/icon-button.tsx'

interface SheetProps {
  title: string
  subtitle?: ReactNode
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
  /** The element that gets the focus on close, for a sheet without a trigger. */
  returnFocusTo?: RefObject<HTMLElement | null>
  side?: 'right' | 'left'
  /** A menu leaves part of the page visible on a phone. */
  width?: 'panel' | 'menu'
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  closeLabel?: string
  children: ReactNode
}

const sides = {
  right: 'right-0 md:border-l data-[state=closed]:animate-slide-out-right data-[state=open]:animate-slide-in-right',
  left: 'left-0 md:border-r data-[state=closed]:animate-slide-out-left data-[state=open]:animate-slide-in-left',
}

const widths = { panel: 'w-full md:w-[420px]', menu: 'w-72 max-w-[85vw]' }

export const Sheet = ({
  title,
  subtitle,
  trigger,
  returnFocusTo,
  side = 'right',
  width = 'panel',
  footer,
  closeLabel = 'Close',
  children,
  ...root
}: SheetProps) => (
  <RadixDialog.Root {...root}>
    {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
    <RadixDialog.Portal>
      <RadixDialog.Overlay className={scrimStyle} />
      <RadixDialog.Content
        data-motion="fade"
        onCloseAutoFocus={(event) => {
          if (!returnFocusTo?.current) return
          event.preventDefault()
          returnFocusTo.current.focus()
        }}
        className={cx(
          'fixed inset-y-0 z-50 flex flex-col bg-popover text-foreground shadow-float outline-none',
          widths[width],
          sides[side],
        )}
        {...(subtitle ? {} : { 'aria-describedby': undefined })}
      >
        <div className="flex items-start gap-4 border-b px-5 py-4">
          <div className="min-w-0 flex-1">
            <RadixDialog.Title className="text-title">{title}</RadixDialog.Title>
            {subtitle && (
              <RadixDialog.Description className="mt-0.5 text-ui text-muted">{subtitle}</RadixDialog.Description>
            )}
          </div>
          <RadixDialog.Close asChild>
            <IconButton label={closeLabel} className="-mt-2 -mr-2">
              <X aria-hidden="true" />
            </IconButton>
          </RadixDialog.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4">{children}</div>
        {footer && <div className="border-t px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">{footer}</div>}
      </RadixDialog.Content>
    </RadixDialog.Portal>
  </RadixDialog.Root>
)
