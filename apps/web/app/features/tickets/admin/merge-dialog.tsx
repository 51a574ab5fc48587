import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import { useNavigate } from '#lib/link.ts'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'
import { ticketNumber } from './ticket-words.ts'
import { ticketRules, useMerge } from './tickets-admin.queries.ts'

interface MergeDialogProps {
  ticket: DeskTicket
  isOpen: boolean
  onClose: () => void
}

export const MergeDialog = ({ ticket, isOpen, onClose }: MergeDialogProps) => (
  <Dialog
    title={`Merge ${ticketNumber(ticket.id)}`}
    description="Its messages are shown in the other ticket, which continues the conversation. You can undo this at any time."
    open={isOpen}
    onOpenChange={(open) => !open && onClose()}
  >
    {isOpen && <MergeForm ticket={ticket} onDone={onClose} />}
  </Dialog>
)

const MergeForm = ({ ticket, onDone }: { ticket: DeskTicket; onDone: () => void }) => {
  const { mutateAsync } = useMerge(ticket.id)
  const navigate = useNavigate()
  const form = useForm({
    initial: { intoId: '' },
    schema: ticketRules('merge'),
    body: ({ intoId }) => ({ intoId: Number(intoId.replace(/^\s*(T-|#)?/i, '')) }),
    words: { intoId: 'Enter a ticket number, like T-1187.' },
    send: mutateAsync,
    onDone: (merged) => {
      onDone()
      if (merged) void navigate({ search: `?ticket=${merged.id}` })
    },
  })
  const others = ticket.customerCard?.tickets ?? []
  return (
    <DialogForm action="Merge" form={form}>
      <Field
        label="Into ticket"
        error={form.problems.intoId}
        hint={
          others.length === 0
            ? 'Only another ticket of the same customer.'
            : `Of the same customer: ${others.map(({ id, subject }) => `${ticketNumber(id)} ${subject}`).join('; ')}`
        }
      >
        <Input {...form.text('intoId')} placeholder="T-1187" autoComplete="off" />
      </Field>
    </DialogForm>
  )
}
