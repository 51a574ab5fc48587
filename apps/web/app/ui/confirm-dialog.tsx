import { AlertDialog } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { ProofDeclined } from '#lib/guard.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { dialogStyle, footerStyle, scrimStyle } from '#ui/dialog-style.ts'

interface ConfirmDialogProps {
  /** The question with the name of the thing: "Delete Kestrel R4 Rally?" */
  title: string
  /** The consequences that cannot be undone. */
  description: ReactNode
  /** The action itself, never "OK". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'destructive' | 'primary'
  /** The dialog stays open and busy until this settles, and stays open on failure. */
  onConfirm: () => unknown
  /** What the dialog says on failure, or how to explain the error: `failureText` gives the server's message. */
  failureText?: string | ((error: unknown) => string)
  /** The button that opens the dialog. A text becomes a small outlined button. */
  trigger?: ReactNode
  open?: boolean
  onOpenChange?: (isOpen: boolean) => void
}

export const ConfirmDialog = ({
  title,
  description,
  confirmLabel,
  cancelLabel = 'Cancel',
  tone = 'destructive',
  onConfirm,
  failureText = 'That did not work. Please try again.',
  trigger,
  open,
  onOpenChange,
}: ConfirmDialogProps) => {
  const [isOpenInside, setOpenInside] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  const setOpen = (isOpen: boolean) => {
    if (isBusy) return
    close(isOpen)
  }

  const close = (isOpen = false) => {
    setFailure(null)
    setOpenInside(isOpen)
    onOpenChange?.(isOpen)
  }

  const failureOf = (error: unknown) => {
    if (error instanceof ProofDeclined) return error.message
    return typeof failureText === 'string' ? failureText : failureText(error)
  }

  const confirm = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AlertDialog.Root open={open ?? isOpenInside} onOpenChange={setOpen}>
      {trigger && (
        <AlertDialog.Trigger asChild>
          {typeof trigger === 'string' ? (
            <Button size="sm" variant="outline">
              {trigger}
            </Button>
          ) : (
            trigger
          )}
        </AlertDialog.Trigger>
      )}
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrimStyle} />
        <AlertDialog.Content className={cx(dialogStyle, 'md:max-w-md')}>
          <div className="min-h-0 overflow-y-auto p-5 md:p-6">
            <AlertDialog.Title className="text-title">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-1.5 text-ui text-muted">{description}</AlertDialog.Description>
            {failure !== null && (
              <p role="alert" className="mt-3 text-ui text-destructive">
                {failure}
              </p>
            )}
          </div>
          <div className={footerStyle}>
            <AlertDialog.Cancel asChild>
              <Button variant="outline">{cancelLabel}</Button>
            </AlertDialog.Cancel>
            <Button variant={tone} isLoading={isBusy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
