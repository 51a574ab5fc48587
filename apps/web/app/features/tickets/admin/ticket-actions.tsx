import {
  AlarmClockOff,
  Bug,
  CalendarClock,
  Check,
  Clock,
  Ellipsis,
  GitMerge,
  RotateCcw,
  ShieldAlert,
  Tag,
  UserCheck,
  UserPlus,
} from 'lucide-react'
import { DAY_MS, HOUR_MS } from '@slipstream/contract/durations'
import type { DeskFigures, DeskTicket, TicketAct } from '@slipstream/contract/tickets-admin'
import { Button } from '#ui/button.tsx'
import { Dropdown, DropdownItem, DropdownLabel, DropdownSeparator } from '#ui/dropdown.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { failureText } from '#ui/failure-text.ts'
import { ScheduleDialog } from '#ui/schedule-dialog.tsx'
import { toast } from '#ui/toast-store.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { CategoryDialog } from './category-dialog.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { TrackerDialog } from './tracker-dialog.tsx'
import { ticketNumber } from './ticket-words.ts'
import { useAct, useAssign, useSnooze } from './tickets-admin.queries.ts'

export type TicketDialog = 'merge' | 'tracker' | 'category' | 'snooze' | null

interface TicketActionsProps {
  ticket: DeskTicket
  staff: DeskFigures['staff']
  me: string
  dialog: TicketDialog
  onDialog: (dialog: TicketDialog) => void
}

/** Solves a ticket, with an undo that restores its status. */
export const useClose = () => {
  const act = useAct()
  return {
    isPending: act.isPending,
    close: ({ id, status }: Pick<DeskTicket, 'id' | 'status'>) => {
      const undo = async () => {
        await act.mutateAsync({ id, act: 'reopen' })
        if (status === 'waiting') await act.mutateAsync({ id, act: 'wait' })
      }
      act.mutate(
        { id, act: 'solve' },
        {
          onSuccess: () =>
            toast({
              title: 'Ticket closed.',
              action: {
                label: 'Undo',
                onSelect: () => void undo().catch(toastFailure('The ticket was not reopened.')),
              },
            }),
          onError: toastFailure('The ticket was not closed.'),
        },
      )
    },
  }
}

export const TicketActions = ({ ticket, staff, me, dialog, onDialog }: TicketActionsProps) => {
  const { close, isPending } = useClose()
  const act = useAct()
  const run = (name: TicketAct) =>
    act.mutate({ id: ticket.id, act: name }, { onError: toastFailure('The ticket was not changed.') })
  const isClosed = ticket.status === 'solved' || ticket.status === 'spam'
  return (
    <div className="flex items-center gap-2">
      <AssignMenu ticket={ticket} staff={staff} me={me} />
      {isClosed ? (
        <Button
          variant="outline"
          size="sm"
          isLoading={act.isPending}
          onClick={() => run(ticket.status === 'spam' ? 'not_spam' : 'reopen')}
        >
          <RotateCcw aria-hidden="true" />
          {ticket.status === 'spam' ? 'Not spam' : 'Reopen'}
        </Button>
      ) : (
        <Button variant="outline" size="sm" isLoading={isPending} onClick={() => close(ticket)}>
          <Check aria-hidden="true" />
          Close
        </Button>
      )}
      <Dropdown
        trigger={
          <IconButton label="More" size="icon-sm">
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
      >
        {ticket.status === 'open' && <SnoozeItems ticket={ticket} onChoose={() => onDialog('snooze')} />}
        {ticket.status === 'open' && (
          <>
            <DropdownItem onSelect={() => run('wait')}>
              <Clock aria-hidden="true" />
              Wait for customer
            </DropdownItem>
            <DropdownItem onSelect={() => run('no_answer_needed')}>
              <Check aria-hidden="true" />
              No answer needed
            </DropdownItem>
          </>
        )}
        <DropdownSeparator />
        <DropdownItem onSelect={() => onDialog('merge')} disabled={ticket.mergedInto !== null}>
          <GitMerge aria-hidden="true" />
          Merge…
        </DropdownItem>
        <DropdownItem onSelect={() => onDialog('category')}>
          <Tag aria-hidden="true" />
          Change category…
        </DropdownItem>
        <DropdownItem onSelect={() => onDialog('tracker')}>
          <Bug aria-hidden="true" />
          Known problem…
        </DropdownItem>
        {ticket.status !== 'spam' && (
          <DropdownItem onSelect={() => run('spam')}>
            <ShieldAlert aria-hidden="true" />
            Mark as spam
          </DropdownItem>
        )}
      </Dropdown>
      <MergeDialog ticket={ticket} isOpen={dialog === 'merge'} onClose={() => onDialog(null)} />
      <CategoryDialog ticket={ticket} isOpen={dialog === 'category'} onClose={() => onDialog(null)} />
      <SnoozeDialog ticket={ticket} isOpen={dialog === 'snooze'} onClose={() => onDialog(null)} />
      <TrackerDialog ticket={ticket} isOpen={dialog === 'tracker'} onClose={() => onDialog(null)} />
    </div>
  )
}

const AssignMenu = ({ ticket, staff, me }: Omit<TicketActionsProps, 'dialog' | 'onDialog'>) => {
  const assign = useAssign(ticket.id)
  const to = (id: number | null) => assign.mutate(id, { onError: toastFailure('The ticket was not assigned.') })
  const own = staff.find(({ username }) => username === me)
  return (
    <Dropdown
      trigger={
        <Button variant="outline" size="sm" isLoading={assign.isPending}>
          {ticket.assignee ? <UserCheck aria-hidden="true" /> : <UserPlus aria-hidden="true" />}
          {ticket.assignee?.username ?? 'Assign'}
        </Button>
      }
    >
      <DropdownLabel>Assign to</DropdownLabel>
      {own && <DropdownItem onSelect={() => to(own.id)}>Me</DropdownItem>}
      {staff
        .filter(({ id }) => id !== own?.id)
        .map(({ id, username }) => (
          <DropdownItem key={id} onSelect={() => to(id)}>
            {username}
          </DropdownItem>
        ))}
      {ticket.assignee && (
        <>
          <DropdownSeparator />
          <DropdownItem onSelect={() => to(null)}>Nobody</DropdownItem>
        </>
      )}
    </Dropdown>
  )
}

const SNOOZES = [
  { label: 'For 4 hours', ms: 4 * HOUR_MS },
  { label: 'Until tomorrow', ms: DAY_MS },
  { label: 'For a week', ms: 7 * DAY_MS },
]

/** A snoozed ticket comes back at the chosen time, when the customer writes, or when it is late. */
const SnoozeItems = ({ ticket, onChoose }: { ticket: DeskTicket; onChoose: () => void }) => {
  const snooze = useSnooze(ticket.id)
  const until = (at: string | null) =>
    snooze.mutate(at, {
      onSuccess: () =>
        at !== null &&
        toast({ title: 'Ticket snoozed.', action: { label: 'Undo', onSelect: () => snooze.mutate(null) } }),
      onError: toastFailure('The ticket was not snoozed.'),
    })
  return (
    <>
      <DropdownLabel>Snooze</DropdownLabel>
      {SNOOZES.map(({ label, ms }) => (
        <DropdownItem key={label} onSelect={() => until(new Date(Date.now() + ms).toISOString())}>
          <Clock aria-hidden="true" />
          {label}
        </DropdownItem>
      ))}
      <DropdownItem onSelect={onChoose}>
        <CalendarClock aria-hidden="true" />
        Choose a time…
      </DropdownItem>
      {ticket.snoozedUntil && (
        <DropdownItem onSelect={() => until(null)}>
          <AlarmClockOff aria-hidden="true" />
          Wake now
        </DropdownItem>
      )}
      <DropdownSeparator />
    </>
  )
}

interface SnoozeDialogProps {
  ticket: DeskTicket
  isOpen: boolean
  onClose: () => void
}

const SnoozeDialog = ({ ticket, isOpen, onClose }: SnoozeDialogProps) => {
  const snooze = useSnooze(ticket.id)
  return (
    <ScheduleDialog
      title={`Snooze ${ticketNumber(ticket.id)}`}
      description="The ticket comes back at this time, when the customer writes, or when it is late."
      at={ticket.snoozedUntil}
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      onSchedule={(at) =>
        snooze.mutateAsync(at).then(
          () => null,
          (error: unknown) => failureText(error),
        )
      }
    />
  )
}
