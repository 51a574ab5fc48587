import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { DeskFigures } from '@slipstream/contract/tickets-admin'
import type { Guard } from '#lib/guard.ts'
import { useNavigate } from '#lib/link.ts'
import { cx } from '#ui/cx.ts'
import { toastFailure } from '#ui/toast-failure.ts'
import { useFilters } from '#ui/use-filters.ts'
import { useLetterKeys } from '#ui/use-letter-keys.ts'
import { BulkBar } from './bulk-bar.tsx'
import type { ComposerMode } from './composer.tsx'
import { CustomerPane } from './customer-pane.tsx'
import { FILTER_NAMES, queryOf } from './desk-filters.ts'
import { DeskHeader } from './desk-header.tsx'
import { KeysBar, KeysDialog, useDeskKeys } from './desk-keys.tsx'
import { QueuePane } from './queue-pane.tsx'
import { ThreadPane } from './thread-pane.tsx'
import { type TicketDialog, useClose } from './ticket-actions.tsx'
import { useAssign, useDeskFigures, useDeskTicket, useQueue } from './tickets-admin.queries.ts'
import { useDeskLive } from './use-desk-live.ts'
import { useNow } from '#ui/use-now.ts'

const NO_FIGURES: DeskFigures = {
  counts: { queue: 0, mine: 0, unassigned: 0, late: 0, snoozed: 0 },
  firstAnswer: { medianMinutes: null, beforeMinutes: null },
  staff: [],
}

const ticketIn = (text: string | null) => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** The ticket panel: queue, thread and customer. On a phone one at a time. */
export const Desk = ({ me, guard }: { me: { id: number; username: string }; guard: Guard }) => {
  const filters = useFilters(FILTER_NAMES)
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const ticketId = ticketIn(params.get('ticket'))
  const query = queryOf(filters.values)
  const queue = useQueue(query)
  const ticket = useDeskTicket(ticketId)
  const { data: figures = NO_FIGURES } = useDeskFigures()
  const { sayTyping, ...others } = useDeskLive(ticketId, me.id, figures.staff)
  const now = useNow()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [mode, setMode] = useState<ComposerMode>('reply')
  const [dialog, setDialog] = useState<TicketDialog>(null)
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [hasLetters, setLetters] = useLetterKeys()
  const field = useRef<HTMLTextAreaElement>(null)
  const searchField = useRef<HTMLInputElement>(null)
  const { close } = useClose()
  const assign = useAssign(ticketId ?? 0)

  const select = (id: number, isSelected: boolean) =>
    setSelected((before) => {
      const next = new Set(before)
      if (isSelected) next.add(id)
      else next.delete(id)
      return next
    })
  const withTicket = (id: number | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('ticket')
    else next.set('ticket', String(id))
    return `?${next.toString()}`
  }
  const step = (by: number) => {
    const place = queue.rows.findIndex(({ id }) => id === ticketId)
    const row = queue.rows[place < 0 ? 0 : place + by]
    if (row) void navigate({ search: withTicket(row.id) })
  }
  const write = (next: ComposerMode) => {
    setMode(next)
    field.current?.focus()
  }
  useDeskKeys(
    {
      next: () => step(1),
      previous: () => step(-1),
      reply: () => write('reply'),
      note: () => write('note'),
      assign: () =>
        ticketId !== null && assign.mutate(me.id, { onError: toastFailure('The ticket was not assigned.') }),
      close: () => ticket.data && ticket.data.status !== 'solved' && close(ticket.data),
      merge: () => ticket.data && setDialog('merge'),
      select: () => ticketId !== null && select(ticketId, !selected.has(ticketId)),
      search: () => searchField.current?.focus(),
      help: () => setHelpOpen(true),
    },
    hasLetters,
  )

  const customer =
    ticket.data && ticketId !== null ? <CustomerPane key={ticketId} ticket={ticket.data} guard={guard} /> : null
  const isOpen = ticketId !== null
  return (
    <main className="@container/desk flex h-[calc(100dvh-3.5rem)] flex-col md:h-dvh">
      {/* A phone shows the thread alone. */}
      {isOpen && <h1 className="sr-only @min-[720px]/desk:hidden">Ticket panel</h1>}
      <div className={cx('shrink-0 @min-[720px]/desk:block', isOpen && 'hidden')}>
        <DeskHeader figures={figures} filters={filters} query={query} />
      </div>
      <div className="grid min-h-0 flex-1 grid-cols-1 @min-[720px]/desk:grid-cols-[minmax(17rem,20.75rem)_minmax(0,1fr)] @min-[1080px]/desk:grid-cols-[20.75rem_minmax(0,1fr)_20.75rem]">
        <div className={cx('min-h-0 flex-col @min-[720px]/desk:flex', isOpen ? 'hidden' : 'flex')}>
          <div className="grid min-h-0 flex-1">
            <QueuePane
              queue={queue}
              filters={filters}
              now={now}
              currentId={ticketId}
              selected={selected}
              onSelect={select}
              searchField={searchField}
            />
          </div>
          <BulkBar rows={queue.rows.filter(({ id }) => selected.has(id))} onClear={() => setSelected(new Set())} />
        </div>
        <div className={cx('min-h-0 min-w-0 border-l @min-[720px]/desk:grid', isOpen ? 'grid' : 'hidden')}>
          <ThreadPane
            query={ticket}
            ticketId={ticketId}
            me={me.username}
            staff={figures.staff}
            now={now}
            backSearch={withTicket(null)}
            mode={mode}
            onMode={setMode}
            field={field}
            others={others}
            onTyping={sayTyping}
            customer={customer}
            dialog={dialog}
            onDialog={setDialog}
          />
        </div>
        <aside
          aria-label="Customer"
          className="hidden min-h-0 overflow-y-auto overscroll-contain border-l p-4 @min-[1080px]/desk:block"
        >
          {customer}
        </aside>
      </div>
      <KeysBar onHelp={() => setHelpOpen(true)} />
      <KeysDialog isOpen={isHelpOpen} onClose={() => setHelpOpen(false)} isOn={hasLetters} onSwitch={setLetters} />
    </main>
  )
}
