import type { DeskTicket } from '@slipstream/contract/tickets-admin'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useForm } from '#ui/use-form.ts'
import { trackerRules, useCreateTracker, useLinkTickets, useTrackers, useUnlinkTicket } from './trackers.queries.ts'

interface TrackerDialogProps {
  ticket: DeskTicket
  isOpen: boolean
  onClose: () => void
}

/** Links a ticket to a known problem, so that the ticket is answered when the problem is fixed. */
export const TrackerDialog = ({ ticket, isOpen, onClose }: TrackerDialogProps) => (
  <Dialog
    title="Known problem"
    description="Everybody whose ticket is linked gets one answer when the problem is fixed."
    open={isOpen}
    onOpenChange={(open) => !open && onClose()}
  >
    {isOpen &&
      (ticket.tracker ? <Linked ticket={ticket} onDone={onClose} /> : <Choices ticket={ticket} onDone={onClose} />)}
  </Dialog>
)

interface PartProps {
  ticket: DeskTicket
  onDone: () => void
}

const Linked = ({ ticket: { id, tracker }, onDone }: PartProps) => {
  const unlink = useUnlinkTicket()
  return (
    <div className="flex flex-col items-start gap-4 text-ui">
      <p>
        Linked to <b className="font-medium">{tracker?.title}</b>.
      </p>
      <Button
        variant="outline"
        isLoading={unlink.isPending}
        onClick={() =>
          tracker &&
          unlink.mutate(
            { id: tracker.id, ticketId: id },
            { onSuccess: onDone, onError: toastFailure('The ticket was not unlinked.') },
          )
        }
      >
        Unlink
      </Button>
    </div>
  )
}

const Choices = ({ ticket, onDone }: PartProps) => {
  const { data: trackers = [] } = useTrackers()
  const link = useLinkTickets()
  const create = useCreateTracker()
  const form = useForm({
    initial: { title: '' },
    schema: trackerRules('create'),
    body: ({ title }) => ({ title: title.trim() }),
    send: create.mutateAsync,
    onDone: async ({ id }) => {
      await link.mutateAsync({ id, ticketIds: [ticket.id] })
      onDone()
    },
  })
  const open = trackers.filter(({ fixedAt }) => fixedAt === null)
  return (
    <div className="flex flex-col gap-5">
      {open.length > 0 && (
        <ul className="flex flex-col gap-1" aria-label="Open problems">
          {open.map(({ id, title, waiting }) => (
            <li key={id} className="flex items-center gap-3">
              <span className="min-w-0 flex-1 truncate text-ui">{title}</span>
              <span className="num text-small text-muted">{plural(waiting, 'ticket')}</span>
              <Button
                size="sm"
                variant="outline"
                isLoading={link.isPending && link.variables.id === id}
                onClick={() =>
                  link.mutate(
                    { id, ticketIds: [ticket.id] },
                    { onSuccess: onDone, onError: toastFailure('The ticket was not linked.') },
                  )
                }
              >
                Link
              </Button>
            </li>
          ))}
        </ul>
      )}
      <DialogForm action="Add and link" form={form}>
        <Field label="New problem" error={form.problems.title}>
          <Input {...form.text('title')} placeholder="Senko crashes since game version 0.37" />
        </Field>
      </DialogForm>
    </div>
  )
}
