import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { failureText } from '#ui/failure-text.ts'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'

interface ReasonDialogProps {
  title: string
  description: ReactNode
  trigger: ReactNode
  /** The id of the element that gets the focus if the action removes the trigger. */
  refuge?: string
  /** Remounted on each opening, so the form starts fresh. */
  children: (close: () => void) => ReactNode
}

/** Asks for a reason before an action that a customer will notice. */
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
      // Deferred: by then the dialog is closed and has returned the focus where it could.
      setTimeout(() => {
        if (document.activeElement === document.body) document.getElementById(id)?.focus()
      })
    }
  }, [isOpen, id])

interface ReasonFormProps {
  label: string
  /** Says who will read the reason. */
  hint: string
  /** The action itself, never "OK". */
  action: string
  tone?: 'primary' | 'destructive'
  act: { isPending: boolean; error: Error | null }
  /** Called on every submit, to validate the other fields. */
  onSend?: () => void
  /** Called with a valid reason. */
  onReason: (reason: string) => void
  /** Other fields, above the reason. */
  children?: ReactNode
}

const LONGEST = 500

export const ReasonForm = (props: ReasonFormProps) => {
  const { label, hint, action, tone = 'primary', act, onSend, onReason, children } = props
  const [typed, setTyped] = useState('')
  const [isTooShort, setTooShort] = useState(false)
  const reason = typed.trim()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (act.isPending) return
    onSend?.()
    setTooShort(reason.length < 3)
    if (reason.length >= 3) onReason(reason)
  }

  return (
    <DialogForm
      action={action}
      tone={tone}
      form={{
        form: { noValidate: true, onSubmit: submit },
        isPending: act.isPending,
        failure: act.error && failureText(act.error),
      }}
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
