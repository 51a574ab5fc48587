import { Check, ChevronLeft, Ellipsis, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import type { TicketAttachment, TicketThread } from '@slipstream/contract/tickets'
import { Link } from '#lib/link.ts'
import { useTyping } from '#lib/live/use-signals.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { AttachmentView } from './attachment-view.tsx'
import { FilePicker } from './file-picker.tsx'
import { MessageList } from './message-list.tsx'
import { RatingForm } from './rating-form.tsx'
import { ReplyForm } from './reply-form.tsx'
import { ThreadFrame } from './thread-frame.tsx'
import { ticketRules, useAttachment, useRate, useReopen, useReply, useSolve, useTicket } from './tickets.queries.ts'

interface OwnThreadProps {
  id: number
  storeName: string
  isPremium: boolean
}

export const OwnThread = (props: OwnThreadProps) => {
  const { data: thread, error, refetch, isFetching } = useTicket(props.id)
  if (thread) return <Thread key={thread.id} thread={thread} {...props} />
  if (!error) {
    return (
      <div role="status" aria-busy="true" aria-label="Loading the ticket">
        <Skeleton className="h-96 rounded-2xl" />
      </div>
    )
  }
  const isUnknown = error instanceof ApiError && (error.status === 404 || error.status === 400)
  return (
    <div className="surface rounded-2xl">
      <ErrorState
        title={isUnknown ? 'Ticket not found.' : 'This ticket could not be loaded.'}
        error={isUnknown ? null : error}
        {...(isUnknown
          ? { description: 'It may belong to another of your accounts.' }
          : { onRetry: () => void refetch(), isRetrying: isFetching })}
        support={
          <Button asChild variant="outline">
            <Link to="?">All tickets</Link>
          </Button>
        }
      />
    </div>
  )
}

const Thread = ({ thread, storeName, isPremium }: OwnThreadProps & { thread: TicketThread }) => {
  const reply = useReply(thread.id)
  const rate = useRate(thread.id)
  const [files, setFiles] = useState<TicketAttachment[]>([])
  const { typing, sayTyping } = useTyping(`ticket:${thread.id}`)
  const isSolved = thread.status === 'solved'
  return (
    <ThreadFrame
      thread={thread}
      isPremium={isPremium}
      back={
        <Link
          to="?"
          className="-ml-1 mb-1 inline-flex min-h-10 items-center gap-1 rounded-sm pr-2 text-small text-muted hover:text-foreground lg:hidden"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
          All tickets
        </Link>
      }
      actions={<SolveButton id={thread.id} isSolved={isSolved} />}
      about={<About thread={thread} />}
      messages={
        <MessageList
          messages={thread.messages}
          refunds={thread.refunds}
          storeName={storeName}
          attachment={(attachment) => <OwnAttachment attachment={attachment} />}
        />
      }
    >
      <p role="status" className="flex items-center gap-1.5 text-caption text-muted empty:hidden">
        {typing.some(({ isStaff }) => isStaff) && (
          <>
            <Ellipsis className="size-4" aria-hidden="true" />
            Support is typing…
          </>
        )}
      </p>
      {isSolved && <RatingForm rating={thread.rating} comment={thread.ratingComment} send={rate.mutateAsync} />}
      <ReplyForm
        schema={ticketRules('reply')}
        isSolved={isSolved}
        send={(typed) => reply.mutateAsync({ ...typed, attachmentIds: files.map(({ id }) => id) })}
        onSent={() => setFiles([])}
        onType={sayTyping}
        aside={<FilePicker files={files} onChange={setFiles} label="Add a screenshot or log" />}
      />
    </ThreadFrame>
  )
}

const OwnAttachment = ({ attachment }: { attachment: TicketAttachment }) => {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useAttachment(attachment.id, isOpen)
  return <AttachmentView {...{ attachment, isOpen, data, error }} onOpenChange={setOpen} />
}

const SolveButton = ({ id, isSolved }: { id: number; isSolved: boolean }) => {
  const solve = useSolve(id)
  const reopen = useReopen(id)
  const act = isSolved ? reopen : solve
  return (
    <Button
      variant="outline"
      isLoading={act.isPending}
      onClick={() => act.mutate(undefined, { onError: toastFailure('The ticket was not changed') })}
    >
      {isSolved ? <RotateCcw aria-hidden="true" /> : <Check aria-hidden="true" />}
      {isSolved ? 'Reopen' : 'Mark as solved'}
    </Button>
  )
}

const About = ({ thread: { mod, orderNumber } }: { thread: TicketThread }) => {
  if (!mod && !orderNumber) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t px-5 py-3.5 md:px-6">
      <div className="min-w-0 flex-1">
        {mod && <p className="text-ui font-medium">{mod.title}</p>}
        {orderNumber && <p className="num text-small text-muted">Order {orderNumber}</p>}
      </div>
      {orderNumber && (
        <Button asChild variant="outline" size="sm">
          <Link to={`/mod-locker?order=${orderNumber}`}>View order</Link>
        </Button>
      )}
    </div>
  )
}
