import { ChevronLeft, LifeBuoy, UserRound } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { responseLimitHoursOf, TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { DeskFigures, DeskTicket } from '@slipstream/contract/tickets-admin'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { Composer, type ComposerMode } from './composer.tsx'
import { DueClock } from './due-clock.tsx'
import { ThreadEntries } from './thread-entries.tsx'
import { STATUS_WORDS, ticketNumber } from './ticket-words.ts'
import { TicketActions, type TicketDialog } from './ticket-actions.tsx'
import { type useDeskTicket, useUnmerge } from './tickets-admin.queries.ts'

interface ThreadPaneProps {
  query: ReturnType<typeof useDeskTicket>
  ticketId: number | null
  me: string
  staff: DeskFigures['staff']
  now: number
  backSearch: string
  mode: ComposerMode
  onMode: (mode: ComposerMode) => void
  field: RefObject<HTMLTextAreaElement | null>
  /** Names of others who have this ticket open or are writing. */
  others: { here: readonly string[]; typing: readonly string[] }
  onTyping: () => void
  customer: ReactNode
  dialog: TicketDialog
  onDialog: (dialog: TicketDialog) => void
}

export const ThreadPane = ({ query, ticketId, ...rest }: ThreadPaneProps) => {
  if (ticketId === null) {
    return (
      <section aria-label="Thread" className="grid place-items-center bg-card">
        <EmptyState icon={<LifeBuoy />} title="Choose a ticket" description="Press J to open the first of the queue." />
      </section>
    )
  }
  if (query.isPending) return <Loading />
  if (query.isError) {
    return (
      <section aria-label="Thread" className="bg-card">
        <ErrorState title="The ticket could not be loaded." error={query.error} onRetry={() => void query.refetch()} />
      </section>
    )
  }
  return <Thread key={ticketId} ticket={query.data} onReload={() => void query.refetch()} {...rest} />
}

type ThreadProps = Omit<ThreadPaneProps, 'query' | 'ticketId'> & { ticket: DeskTicket; onReload: () => void }

const Thread = ({
  ticket,
  onReload,
  me,
  staff,
  now,
  backSearch,
  mode,
  onMode,
  field,
  others,
  onTyping,
  customer,
  dialog,
  onDialog,
}: ThreadProps) => {
  const [isBeaten, setBeaten] = useState(false)
  const end = useNewestInView(ticket)
  return (
    <section aria-label="Thread" className="flex min-h-0 min-w-0 flex-col bg-card">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b px-4 py-3">
        <div className="min-w-0 flex-1 basis-64">
          <Link
            to={{ search: backSearch }}
            className="mb-1 inline-flex items-center gap-1 rounded-sm text-small text-muted @min-[720px]/desk:hidden"
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
            Queue
          </Link>
          <h2 className="flex items-baseline gap-2 text-base font-semibold">
            <span className="truncate">{ticket.subject || 'No subject'}</span>
            <span className="num text-small font-normal text-muted">{ticketNumber(ticket.id)}</span>
          </h2>
          <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
            <Status tone={STATUS_WORDS[ticket.status].tone}>{STATUS_WORDS[ticket.status].word}</Status>
            <span>
              {TICKET_CATEGORY_LABELS[ticket.category]}, answer within {responseLimitHoursOf(ticket.category)} h
            </span>
            {ticket.dueAt && <DueClock dueAt={ticket.dueAt} now={now} />}
            {ticket.clocks.first.isMissed && <span className="text-destructive">First answer late</span>}
          </p>
        </div>
        <Sheet
          title="Customer"
          trigger={
            <Button variant="outline" size="sm" className="@min-[1080px]/desk:hidden">
              <UserRound aria-hidden="true" />
              Customer
            </Button>
          }
        >
          {customer}
        </Sheet>
        <TicketActions ticket={ticket} staff={staff} me={me} dialog={dialog} onDialog={onDialog} />
      </header>
      <MergedNotice ticket={ticket} />
      {/* Focusable, so that a keyboard can scroll a thread without links. */}
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-4"
        tabIndex={0}
        role="region"
        aria-label="Messages"
      >
        <ThreadEntries ticket={ticket} />
        <div ref={end} />
      </div>
      <Others {...others} />
      {isBeaten && (
        <Notice
          tone="warning"
          title={beatenWords(ticket)}
          className="mx-4 mb-3"
          actions={
            <Button size="sm" variant="outline" onClick={() => setBeaten(false)}>
              I have read it
            </Button>
          }
        >
          Your reply was not sent. It is in the field below; change it or send it again.
        </Notice>
      )}
      <Composer
        ticket={ticket}
        me={me}
        mode={mode}
        onMode={onMode}
        field={field}
        onTyping={onTyping}
        onNewer={() => {
          setBeaten(true)
          onReload()
        }}
      />
    </section>
  )
}

const beatenWords = ({ messages, customer }: DeskTicket) => {
  const last = messages.at(-1)
  return `${last?.author || customer} wrote while you were answering.`
}

/** Scrolls to new messages, unless the reader has scrolled up. */
const useNewestInView = ({ lastMessageId, notes }: DeskTicket) => {
  const end = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    const box = end.current?.parentElement
    if (!box) return
    const isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < 200
    if (isFirst.current || isAtEnd) box.scrollTop = box.scrollHeight
    isFirst.current = false
  }, [lastMessageId, notes.length])
  return end
}

const MergedNotice = ({ ticket }: { ticket: DeskTicket }) => {
  const unmerge = useUnmerge()
  const others = ticket.mergedInto ? [ticket.mergedInto] : ticket.merged
  return others.map((other) => (
    <Notice
      key={other.id}
      tone="info"
      className="mx-4 mt-3"
      title={
        ticket.mergedInto
          ? `This ticket continues in ${ticketNumber(other.id)}, ${other.subject}.`
          : `Includes ${ticketNumber(other.id)}, ${other.subject}.`
      }
      actions={
        <Button
          size="sm"
          variant="outline"
          isLoading={unmerge.isPending}
          onClick={() => unmerge.mutate(ticket.mergedInto ? ticket.id : other.id)}
        >
          Undo merge
        </Button>
      }
    />
  ))
}

const Others = ({ here, typing }: ThreadPaneProps['others']) => {
  const words =
    typing.length > 0
      ? `${typing.join(', ')} is writing an answer.`
      : here.length > 0 && `${here.join(', ')} has this ticket open.`
  return (
    <p role="status" className="px-5 pb-2 text-small text-warning empty:hidden">
      {words || null}
    </p>
  )
}

const Loading = () => (
  <section aria-label="Thread" aria-busy="true" className="flex flex-col gap-4 bg-card p-4">
    <Skeleton className="h-6 w-2/3" />
    <Skeleton className="h-24 w-3/4" />
    <Skeleton className="h-24 w-3/4 self-end" />
  </section>
)
