import type { ReactNode } from 'react'
import type { TicketAttachment, TicketMessage } from '@slipstream/contract/tickets'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'
import { dayOf, timeOf } from './ticket-words.ts'

interface MessageListProps {
  messages: readonly TicketMessage[]
  storeName: string
  attachment: (attachment: TicketAttachment) => ReactNode
}

/** The conversation, with a line for each new day. New messages are announced to screen readers. */
export const MessageList = ({ messages, storeName, attachment }: MessageListProps) => (
  <ol className="flex flex-col gap-3.5" aria-label="Messages" aria-live="polite">
    {messages.map((message, place) => {
      const day = dayOf(message.at)
      const isNewDay = place === 0 || day !== dayOf(messages[place - 1]?.at ?? '')
      return (
        <li key={message.id} className="flex flex-col gap-3.5">
          {isNewDay && <p className="text-center text-caption text-muted">{day}</p>}
          <Message message={message} storeName={storeName} attachment={attachment} />
        </li>
      )
    })}
  </ol>
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
