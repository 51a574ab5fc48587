import { TICKET_CATEGORIES, TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { useForm } from '#ui/use-form.ts'
import { ticketRules, useCategorize } from './tickets-admin.queries.ts'

const OPTIONS = TICKET_CATEGORIES.map((value) => ({ value, label: TICKET_CATEGORY_LABELS[value] }))

interface CategoryDialogProps {
  ticket: DeskTicket
  isOpen: boolean
  onClose: () => void
}

export const CategoryDialog = ({ ticket, isOpen, onClose }: CategoryDialogProps) => (
  <Dialog
    title="Change the category"
    description="The ticket gets the response time of the new category, as if it had always been in it. The answer may be overdue at once."
    open={isOpen}
    onOpenChange={(open) => !open && onClose()}
  >
    {isOpen && <CategoryForm ticket={ticket} onDone={onClose} />}
  </Dialog>
)

const CategoryForm = ({ ticket, onDone }: { ticket: DeskTicket; onDone: () => void }) => {
  const { mutateAsync } = useCategorize(ticket.id)
  const form = useForm({
    initial: { category: ticket.category },
    schema: ticketRules('categorize'),
    body: ({ category }) => category,
    send: mutateAsync,
    onDone,
  })
  return (
    <DialogForm action="Change" form={form}>
      <Field label="Category" error={form.problems.category}>
        <NativeSelect
          options={OPTIONS}
          value={form.values.category}
          onValueChange={(chosen) =>
            form.change({ category: TICKET_CATEGORIES.find((each) => each === chosen) ?? ticket.category })
          }
        />
      </Field>
    </DialogForm>
  )
}
