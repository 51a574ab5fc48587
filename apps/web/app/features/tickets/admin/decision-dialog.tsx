import { type ReactNode, useState } from 'react'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { useForm } from '#ui/use-form.ts'
import { ticketRules } from './tickets-admin.queries.ts'

interface DecisionDialogProps<Body> {
  title: string
  description: string
  action: string
  body: (reason: string) => Body
  send: (body: Body) => Promise<unknown>
  trigger: ReactNode
}

/** A decision about mods: asks for the reason, which the audit log keeps. */
export const DecisionDialog = <Body,>({ title, description, trigger, ...form }: DecisionDialogProps<Body>) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog title={title} description={description} trigger={trigger} open={isOpen} onOpenChange={setOpen}>
      {isOpen && <DecisionForm {...form} onDone={() => setOpen(false)} />}
    </Dialog>
  )
}

type DecisionFormProps<Body> = Omit<DecisionDialogProps<Body>, 'title' | 'description' | 'trigger'> & {
  onDone: () => void
}

const DecisionForm = <Body,>({ action, body, send, onDone }: DecisionFormProps<Body>) => {
  const form = useForm({
    initial: { reason: '' },
    schema: ticketRules('regrant'),
    body: ({ reason }) => body(reason.trim()),
    send,
    // No answer means that the admin declined to reauthenticate, so nothing happened.
    onDone: (answer) => answer && onDone(),
  })
  return (
    <DialogForm action={action} form={form}>
      <Field label="Reason" hint="For the staff; the customer does not see it." error={form.problems.reason}>
        <Textarea {...form.text('reason')} rows={3} />
      </Field>
    </DialogForm>
  )
}
