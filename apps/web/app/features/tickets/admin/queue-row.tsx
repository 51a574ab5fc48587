import { Gem, UserPlus } from 'lucide-react'
import { TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { QueueRow } from '@slipstream/contract/tickets-admin'
import { dateText } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { DueClock } from './due-clock.tsx'

interface QueueRowProps {
  row: QueueRow
  now: number
  /** The query string that opens the ticket. */
  search: string
  isCurrent: boolean
  isSelected: boolean
  onSelect: (isSelected: boolean) => void
}

export const QueueRowLink = ({ row, now, search, isCurrent, isSelected, onSelect }: QueueRowProps) => {
  const isNew = row.status === 'open' && row.lastAuthor === 'customer'
  return (
    <li className="group relative mx-2">
      <Link
        to={{ search }}
        aria-current={isCurrent || undefined}
        className={cx(
          'flex gap-2 rounded-md py-2 ps-2 pe-3 transition-colors hover:bg-raised/60',
          isCurrent && 'bg-raised shadow-[inset_2px_0_0_var(--primary)] hover:bg-raised',
        )}
      >
        <span className={cx('mt-1.5 size-[7px] shrink-0 rounded-full', isNew && 'bg-foreground')} aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-2">
            <span className={cx('min-w-0 flex-1 truncate text-ui', isNew ? 'font-semibold' : 'font-medium')}>
              {row.subject || 'No subject'}
            </span>
            <Assignee row={row} />
          </span>
          <span className="mt-0.5 flex items-center gap-2 text-caption text-muted">
            <span className="inline-flex min-w-0 items-center gap-1">
              <span className="max-w-32 shrink-0 truncate">{row.customer}</span>
              {row.isPremium && (
                <>
                  <Gem className="size-3.5 shrink-0 text-premium" aria-hidden="true" />
                  <span className="sr-only">Premium</span>
                </>
              )}
              <span className="truncate">· {TICKET_CATEGORY_LABELS[row.category]}</span>
            </span>
            <span className="ml-auto shrink-0">
              {row.dueAt === null ? (
                <span className="num whitespace-nowrap text-subtle">{dateText('weekday', row.lastMessageAt)}</span>
              ) : (
                <DueClock dueAt={row.dueAt} now={now} />
              )}
            </span>
          </span>
        </span>
      </Link>
      <span
        className={cx(
          'absolute top-1.5 left-0.5 rounded-sm bg-background',
          !isSelected && 'opacity-0 group-hover:opacity-100 focus-within:opacity-100',
        )}
      >
        <Checkbox
          aria-label={`Select ${row.subject}`}
          checked={isSelected}
          onCheckedChange={(checked) => onSelect(checked === true)}
        />
      </span>
    </li>
  )
}

const Assignee = ({ row: { assignee } }: { row: QueueRow }) =>
  assignee ? (
    <span title={`Assigned to ${assignee.username}`}>
      <Avatar name={assignee.username} size="sm" className="size-5.5! text-[9px]!" />
      <span className="sr-only">Assigned to {assignee.username}</span>
    </span>
  ) : (
    <span
      title="Nobody yet"
      className="grid size-5.5 shrink-0 place-items-center rounded-full border border-dashed text-subtle"
    >
      <UserPlus className="size-3" aria-hidden="true" />
      <span className="sr-only">Not assigned</span>
    </span>
  )
