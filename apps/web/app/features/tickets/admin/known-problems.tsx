import { Bug } from 'lucide-react'
import { useState } from 'react'
import type { Tracker } from '@slipstream/contract/tickets-trackers'
import { plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/data-table.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-form.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Field } from '#ui/field.tsx'
import { Moment } from '#ui/moment.tsx'
import { Status } from '#ui/status.tsx'
import type { Column } from '#ui/table.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast-store.ts'
import { useForm } from '#ui/use-form.ts'
import { trackerRules, useFixTracker, useTrackers } from './trackers.queries.ts'

const COLUMNS: readonly Column<Tracker>[] = [
  { key: 'title', header: 'Problem', cell: ({ title }) => title },
  {
    key: 'status',
    header: 'Status',
    card: 'status',
    cell: ({ fixedAt }) => (fixedAt ? <Status tone="success">Fixed</Status> : <Status tone="warning">Open</Status>),
  },
  {
    key: 'waiting',
    header: 'Waiting',
    isNumeric: true,
    card: 'labeled',
    cell: ({ waiting }) => plural(waiting, 'ticket'),
  },
  {
    key: 'tickets',
    header: 'Linked',
    isNumeric: true,
    card: 'labeled',
    cell: ({ tickets }) => plural(tickets, 'ticket'),
  },
  { key: 'since', header: 'Since', isNumeric: true, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  {
    key: 'fix',
    header: 'Actions',
    card: 'action',
    cell: (tracker) => (tracker.fixedAt === null ? <FixDialog tracker={tracker} /> : null),
  },
]

/** Problems that many tickets are about. Marking a problem as fixed answers all its tickets. */
export const KnownProblems = () => {
  const trackers = useTrackers()
  return (
    <DataTable
      caption="Known problems"
      query={trackers}
      failure="The known problems could not be loaded."
      columns={COLUMNS}
      rows={trackers.data ?? []}
      rowKey={({ id }) => id}
      empty={
        <EmptyState
          icon={<Bug />}
          title="No known problems"
          description="When many tickets are about the same thing, link each one from its menu."
        />
      }
    />
  )
}

const FixDialog = ({ tracker }: { tracker: Tracker }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Dialog
      title={`Answer ${plural(tracker.waiting, 'ticket')}?`}
      description={`Everyone waiting for “${tracker.title}” gets this answer by e-mail, and the tickets are closed. You can follow the progress under Background work.`}
      size="md"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" variant="outline" aria-label={`Mark as fixed: ${tracker.title}`}>
          Mark as fixed
        </Button>
      }
    >
      {isOpen && <FixForm tracker={tracker} onDone={() => setOpen(false)} />}
    </Dialog>
  )
}

const FixForm = ({ tracker, onDone }: { tracker: Tracker; onDone: () => void }) => {
  const { mutateAsync } = useFixTracker(tracker.id)
  const form = useForm({
    initial: { body: '' },
    schema: trackerRules('fix'),
    body: ({ body }) => ({ body: body.trim() }),
    send: mutateAsync,
    onDone: () => {
      toast({ title: 'The answers are on their way.', tone: 'success' })
      onDone()
    },
  })
  return (
    <DialogForm action={`Send to ${plural(tracker.waiting, 'ticket')}`} form={form}>
      <Field label="Answer" error={form.problems.body}>
        <Textarea {...form.text('body')} rows={6} />
      </Field>
    </DialogForm>
  )
}
