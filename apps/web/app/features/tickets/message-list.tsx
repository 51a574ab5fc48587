import { RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TicketAttachment, TicketMessage, TicketThread } from '@slipstream/contract/tickets'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { dayOf, timeOf } from './ticket-words.ts'

interface MessageListProps {
  messages: readonly TicketMessage[]
  /** A guest has none. */
  refunds?: TicketThread['refunds']
  storeName: string
  attachment: (attachment: TicketAttachment) => ReactNode
}

/** The conversation, with a line for each new day. New messages are announced to screen readers. */
export const MessageList = ({ messages, refunds = [], storeName, attachment }: MessageListProps) => {
  const entries = [
    ...messages.map((message) => ({
      key: `m${message.id}`,
      at: message.at,
      content: <Message message={message} storeName={storeName} attachment={attachment} />,
    })),
    ...refunds.map(({ id, at, what }) => ({
      key: `r${id}`,
      at,
      content: <Refund what={what} storeName={storeName} />,
    })),
  ].sort((one, other) => one.at.localeCompare(other.at))
  return (
    <ol className="flex flex-col gap-3.5" aria-label="Messages" aria-live="polite">
      {entries.map(({ key, at, content }, place) => {
        const day = dayOf(at)
        const isNewDay = place === 0 || day !== dayOf(entries[place - 1]?.at ?? '')
        return (
          <li key={key} className="flex flex-col gap-3.5">
            {isNewDay && <p className="text-center text-caption text-muted">{day}</p>}
            {content}
          </li>
        )
      })}
    </ol>
  )
}

const Refund = ({ what, storeName }: { what: string; storeName: string }) => (
  <p className="flex items-center justify-center gap-2 text-small text-muted">
    <RotateCcw className="size-4 shrink-0" aria-hidden="true" />
    {storeName} refunded {what}. It takes a few days to reach your account.
  </p>
)

interface MessageProps extends Pick<MessageListProps, 'storeName' | 'attachment'> {
  message: TicketMessage
}

const Message = ({ message, storeName, attachment }: MessageProps) => {
  const isOwn = message.authorKind === 'customer'
  const author = isOwn ? 'You' : message.author === '' ? storeName : `${message.author} from ${storeName}`
  return (
    <div className={cx('flex max-w-[92%] gap-2.5 md:max-w-[78%]', isOwn && 'self-end')}>
      {!isOwn && <Avatar name={message.author || storeName} size="sm" />}
      <div className={cx('min-w-0 rounded-2xl border px-4 py-3', isOwn ? 'bg-raised' : 'bg-popover')}>
        <p className="text-[15px] leading-relaxed wrap-anywhere whitespace-pre-wrap">{message.body}</p>
        {message.attachments.length > 0 && (
          <ul className="mt-3 flex flex-wrap items-end gap-3" aria-label="Files">
            {message.attachments.map((each) => (
              <li key={each.id}>{attachment(each)}</li>
            ))}
          </ul>
        )}
        <p className="mt-2 text-caption text-muted">
          {author}, <time dateTime={message.at}>{timeOf(message.at)}</time>
        </p>
      </div>
    </div>
  )
}
