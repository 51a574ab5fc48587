import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
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
  /** What `useForm` returned; one of its fields is the reason. */
  form: ComponentProps<typeof DialogForm>['form'] & {
    problems: { reason?: string }
    text: (name: 'reason') => ComponentProps<typeof Textarea>
  }
  /** Other fields, above the reason. */
  children?: ReactNode
}

export const ReasonForm = ({ label, hint, action, tone = 'primary', form, children }: ReasonFormProps) => (
  <DialogForm action={action} tone={tone} form={form}>
    {children}
    <Field label={label} hint={hint} error={form.problems.reason}>
      <Textarea {...form.text('reason')} rows={3} />
    </Field>
  </DialogForm>
)
