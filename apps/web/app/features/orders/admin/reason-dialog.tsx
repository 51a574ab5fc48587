import { type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface ReasonDialogProps {
  title: string
  description: ReactNode
  trigger: ReactNode
  /** The id of what gets the focus if the act takes the trigger away, and the dialog with it. */
  refuge?: string
  /** A form that begins anew each time the dialog is opened. */
  children: (close: () => void) => ReactNode
}

/** Asks before something is done that a customer will notice. */
export const ReasonDialog = ({ title, description, trigger, refuge, children }: ReasonDialogProps) => {
  const [isOpen, setOpen] = useState(false)
  useRefuge(isOpen, refuge)
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      {children(() => setOpen(false))}
    </Dialog>
  )
}

const useRefuge = (isOpen: boolean, id: string | undefined) =>
  useEffect(() => {
    if (!isOpen || id === undefined) return
    return () => {
      // A moment later: the dialog is gone then, and has given the focus back where it could.
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById(id)?.focus()
      })
    }
  }, [isOpen, id])

interface ReasonFormProps {
  label: string
  /** Who will read it. */
  hint: string
  /** The act itself, never "OK". */
  action: string
  tone?: 'primary' | 'destructive'
  act: { isPending: boolean; error: Error | null }
  /** Called whenever somebody wants to send it, to look at what else is asked. */
  onSend?: () => void
  /** Called with a reason that the store takes. */
  onReason: (reason: string) => void
  /** What else is asked, above the reason. */
  children?: ReactNode
}

const LONGEST = 500

export const ReasonForm = (props: ReasonFormProps) => {
  const { label, hint, action, tone = 'primary', act, onSend, onReason, children } = props
  const [typed, setTyped] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const reason = typed.trim()

  const submit = () => {
    onSend?.()
    setTooShort(reason.length < 3)
    if (reason.length >= 3) onReason(reason)
  }

  return (
    <DialogForm
      action={action}
      tone={tone}
      isBusy={act.isPending}
      failure={act.error ? failureText(act.error) : null}
      onSend={submit}
    >
      {children}
      <Field label={label} hint={hint} error={isTooShort && 'Enter a reason.'}>
        <Textarea
          rows={3}
          maxLength={LONGEST}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setTooShort(false)
          }}
        />
      </Field>
    </DialogForm>
  )
}
