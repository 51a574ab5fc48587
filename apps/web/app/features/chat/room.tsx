import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ChatMember, ChatMessage, ChatRoom } from '@slipstream/contract/chat'
import { useTyping } from '#lib/live/use-signals.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMarkRead, useMessages } from './chat.queries.ts'
import { Composer } from './composer.tsx'
import { MessageEntry } from './message-entry.tsx'

interface RoomProps {
  room: ChatRoom
  members: readonly ChatMember[]
  myId: number
}

/** The messages of one room, the newest at the bottom, and a field to write. */
export const Room = ({ room, members, myId }: RoomProps) => {
  const { list, lastReadId, messages } = useMessages(room.id)
  const { typing, sayTyping } = useTyping(`room:${room.id}`)
  // The divider stays where it was when the room was opened, so that the reader finds the place.
  const [readWhenOpened, setReadWhenOpened] = useState<number>()
  if (readWhenOpened === undefined && lastReadId !== undefined) setReadWhenOpened(lastReadId)
  useReadMark(room.id, messages.at(-1), lastReadId)
  const scroller = useNewestInView(messages)

  return (
    <Card isFlush aria-label={`Room ${room.name}`} className="flex h-[calc(100dvh-190px)] min-h-96 flex-col">
      <h2 className="border-b px-4 py-3 text-base font-semibold md:px-5"># {room.name}</h2>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain py-3">
        {list.isPending && <Skeleton className="mx-5 h-40" />}
        {list.isError && messages.length === 0 && (
          <ErrorState
            title="Failed to load messages"
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        )}
        {list.hasNextPage && (
          <div className="flex justify-center pb-3">
            <Button
              variant="outline"
              size="sm"
              isLoading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              Load earlier messages
            </Button>
          </div>
        )}
        {list.isSuccess && messages.length === 0 && (
          <p className="py-12 text-center text-ui text-muted">No messages yet. Write the first one.</p>
        )}
        <Messages messages={messages} members={members} myId={myId} readUpTo={readWhenOpened} />
      </div>
      <p aria-live="polite" className="h-6 px-5 text-small text-muted">
        {typingText(typing, members)}
      </p>
      <Composer roomId={room.id} roomName={room.name} onTyping={sayTyping} />
    </Card>
  )
}

interface MessagesProps extends Pick<RoomProps, 'members' | 'myId'> {
  messages: readonly ChatMessage[]
  readUpTo: number | undefined
}

const Messages = ({ messages, members, myId, readUpTo }: MessagesProps) => {
  const firstNew = messages.find(({ id, authorId }) => readUpTo !== undefined && id > readUpTo && authorId !== myId)
  return (
    <ol aria-label="Messages" className="flex flex-col">
      {messages.map((message) => [
        message === firstNew && message !== messages[0] && (
          <li key="new" className="flex items-center gap-3 px-5 py-2 text-small font-medium">
            <span className="h-px flex-1 bg-primary/50" aria-hidden="true" />
            New messages
            <span className="h-px flex-1 bg-primary/50" aria-hidden="true" />
          </li>
        ),
        <MessageEntry key={message.id} message={message} members={members} isMine={message.authorId === myId} />,
      ])}
    </ol>
  )
}

/** Marks the room as read up to its newest message while the page is visible. */
const useReadMark = (roomId: number, newest: ChatMessage | undefined, lastReadId: number | undefined) => {
  const { mutate } = useMarkRead(roomId)
  const newestId = newest?.id ?? 0
  useEffect(() => {
    if (lastReadId === undefined || newestId <= lastReadId) return undefined
    const mark = () => {
      if (!document.hidden) mutate(newestId)
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [newestId, lastReadId, mutate])
}

const NEAR_END_PX = 120

/** Follows the newest message, unless the reader has scrolled up. */
const useNewestInView = (messages: readonly ChatMessage[]) => {
  const scroller = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const newestId = messages.at(-1)?.id
  useEffect(() => {
    const box = scroller.current
    if (!box) return undefined
    const onScroll = () => {
      isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END_PX
    }
    box.addEventListener('scroll', onScroll, { passive: true })
    return () => box.removeEventListener('scroll', onScroll)
  }, [])
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && isAtEnd.current) box.scrollTop = box.scrollHeight
  }, [newestId])
  return scroller
}

const typingText = (typing: readonly { userId?: number }[], members: readonly ChatMember[]) => {
  const names = typing.flatMap(({ userId }) => members.find(({ id }) => id === userId)?.name ?? [])
  if (names.length === 0) return ''
  if (names.length > 2) return 'Several people are typing …'
  return `${names.join(' and ')} ${names.length === 1 ? 'is' : 'are'} typing …`
}
