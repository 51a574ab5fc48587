import { useQuery } from '@tanstack/react-query'
import { FileText, Image, Lock } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { TicketAttachment, TicketMessage } from '@slipstream/contract/tickets'
import type { DeskEvent, DeskNote, DeskTicket } from '@slipstream/contract/tickets-admin'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery } from '#lib/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { sizeText } from '#ui/size-text.ts'
import { Spinner } from '#ui/spinner.tsx'
import { eventWords } from './ticket-words.ts'

interface Entry {
  key: string
  at: string
  content: ReactNode
}

/** Messages, notes and events in the order in which they happened. */
export const ThreadEntries = ({ ticket }: { ticket: DeskTicket }) => (
  <ol className="flex flex-col gap-3.5">
    {entriesOf(ticket).map(({ key, content }) => (
      <li key={key} className="flex flex-col">
        {content}
      </li>
    ))}
  </ol>
)

const entriesOf = ({ messages, notes, events, customer }: DeskTicket): Entry[] => {
  const lines = events.flatMap((event) => {
    const words = eventWords(event)
    return words === null
      ? []
      : [{ key: `e${event.id}`, at: event.at, content: <EventLine event={event} words={words} /> }]
  })
  return [
    ...messages.map((message) => ({
      key: `m${message.id}`,
      at: message.at,
      content: <Message message={message} customer={customer} />,
    })),
    ...notes.map((note) => ({ key: `n${note.id}`, at: note.at, content: <Note note={note} /> })),
    ...lines,
  ].sort((one, other) => one.at.localeCompare(other.at))
}

const Message = ({ message, customer }: { message: TicketMessage; customer: string }) => {
  const isOurs = message.authorKind !== 'customer'
  const name = message.author || (isOurs ? 'The store' : customer)
  return (
    <article
      id={`message-${message.id}`}
      className={cx('flex max-w-[88%] gap-2.5', isOurs && 'flex-row-reverse self-end')}
    >
      <Avatar name={name} size="sm" />
      <div className={cx('min-w-0 rounded-xl border px-3.5 py-2.5', isOurs ? 'bg-raised' : 'bg-popover')}>
        <p className="mb-1 flex flex-wrap items-baseline gap-x-2 text-caption text-muted">
          <b className="text-small font-medium text-foreground">{name}</b>
          <Moment at={message.at} />
        </p>
        <p className="text-ui whitespace-pre-wrap wrap-anywhere">{message.body}</p>
        {message.attachments.length > 0 && (
          <ul className="mt-2.5 flex flex-wrap gap-2">
            {message.attachments.map((file) => (
              <li key={file.id}>
                <FileButton file={file} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </article>
  )
}

const Note = ({ note: { by, at, body } }: { note: DeskNote }) => (
  <article className="ms-9.5 max-w-[84%] rounded-xl border border-dashed border-warning/55 bg-warning/8 px-3.5 py-2.5">
    <p className="mb-1 flex flex-wrap items-center gap-x-2 text-caption text-muted">
      <Lock className="size-3.5 text-warning" aria-hidden="true" />
      <b className="font-medium text-foreground">Internal note</b>
      <span>
        {by}, <Moment at={at} />. Customers never see this.
      </span>
    </p>
    <p className="text-ui whitespace-pre-wrap wrap-anywhere">{body}</p>
  </article>
)

const EventLine = ({ event: { at }, words }: { event: DeskEvent; words: string }) => (
  <p className="text-center text-caption text-muted">
    {words}, <Moment at={at} />
  </p>
)

const FileButton = ({ file }: { file: TicketAttachment }) => {
  const [isOpen, setOpen] = useState(false)
  const Icon = file.kind === 'picture' ? Image : FileText
  return (
    <Dialog
      title={file.name}
      size="lg"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className="inline-flex h-8 max-w-full items-center gap-1.5 rounded-sm border px-2.5 text-small transition-colors hover:bg-foreground/8"
        >
          <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
          <span className="truncate">{file.name}</span>
          <span className="num shrink-0 text-muted">{sizeText(file.sizeBytes)}</span>
        </button>
      }
    >
      {isOpen && <FileContent id={file.id} />}
    </Dialog>
  )
}

const FileContent = ({ id }: { id: number }) => {
  const file = useQuery(
    apiQuery(
      ADMIN_PATHS.ticketFile,
      async () => (await import('@slipstream/contract/tickets-admin')).ticketsAdminApi.attachment,
      { params: { id } },
    ),
  )
  if (file.isPending) return <Spinner className="mx-auto my-10 size-6" />
  if (file.isError) {
    return <ErrorState title="The file could not be read." error={file.error} onRetry={() => void file.refetch()} />
  }
  if (file.data.kind === 'picture') {
    return (
      <img src={file.data.dataUrl} alt={`Sent by the customer: ${file.data.name}`} className="mx-auto max-h-[70dvh]" />
    )
  }
  return (
    <pre className="max-h-[70dvh] overflow-auto rounded-md bg-background p-3 font-mono text-caption" tabIndex={0}>
      {file.data.text.split('\n').map((line, place) => (
        <span key={place} className="grid grid-cols-[3.5rem_1fr]">
          <span className="num pe-3 text-end text-subtle select-none">{place + 1}</span>
          <span className="whitespace-pre-wrap wrap-anywhere">{line}</span>
        </span>
      ))}
    </pre>
  )
}
