import { Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { TICKET_CATEGORY_LABELS } from '@slipstream/contract/ticket-terms'
import type { GuestThread, TicketThread } from '@slipstream/contract/tickets'
import { Status } from '#ui/status.tsx'
import { hoursText } from './hours-text.ts'
import { dueWords, STATUS_WORDS } from './ticket-words.ts'

interface ThreadFrameProps {
  thread: TicketThread | GuestThread
  isPremium: boolean
  back?: ReactNode
  actions: ReactNode
  /** The order or the mod that the ticket is about. */
  about?: ReactNode
  messages: ReactNode
  /** The reply and rating forms. */
  children: ReactNode
}

/** One ticket with its conversation. */
export const ThreadFrame = ({ thread, isPremium, back, actions, about, messages, children }: ThreadFrameProps) => {
  const { tone, word } = STATUS_WORDS[thread.status]
  return (
    <section className="surface min-w-0 overflow-clip rounded-2xl" aria-labelledby="thread">
      <header className="flex flex-wrap items-start justify-between gap-4 px-5 pt-5 pb-4 md:px-6">
        <div className="min-w-0 flex-1 max-md:basis-full">
          {back}
          <h2 id="thread" className="text-title wrap-anywhere">
            {thread.subject}
          </h2>
          <div className="mt-1.5 flex flex-wrap gap-x-3.5 gap-y-1 text-small">
            <Status tone={tone}>{word}</Status>
            <span className="num text-muted">
              Ticket {thread.id}, {TICKET_CATEGORY_LABELS[thread.category].toLowerCase()}
            </span>
          </div>
        </div>
        {actions}
      </header>
      {thread.answerDueAt && (
        <div className="flex gap-3.5 border-t bg-info/8 px-5 py-3.5 md:px-6">
          <span className="tinted grid size-9 shrink-0 place-items-center rounded-xl [--tone:var(--info)]">
            <Clock className="size-[18px]" aria-hidden="true" />
          </span>
          <div className="min-w-0 flex-1">
            <p className="text-ui font-medium">You’ll hear from us by {dueWords(thread.answerDueAt)}</p>
            <p className="text-small text-muted">
              We reply to this kind of question within {hoursText(thread.category)}.
              {isPremium && ' You’re Premium, so you’re first in line.'}
            </p>
          </div>
        </div>
      )}
      {about}
      <div className="flex flex-col gap-5 border-t px-5 py-5 md:px-6">
        {messages}
        {children}
      </div>
    </section>
  )
}
