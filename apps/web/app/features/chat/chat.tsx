import { MessagesSquare } from 'lucide-react'
import { useRef } from 'react'
import type { ChatOverview } from '@slipstream/contract/chat'
import { usePresence } from '#lib/live/use-signals.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useFilters } from '#ui/use-filters.ts'
import { useTypedText } from '#ui/use-typed-text.ts'
import { useChat } from './chat.queries.ts'
import { FoundMessages } from './found-messages.tsx'
import { MemberList } from './member-list.tsx'
import { NewRoom } from './new-room.tsx'
import { Room } from './room.tsx'
import { RoomList } from './room-list.tsx'

/** The staff's chat: rooms on the left, one of them or the search results beside them. */
export const Chat = ({ myId }: { myId: number }) => {
  const chat = useChat()
  if (chat.data) return <OpenChat chat={chat.data} myId={myId} />
  if (chat.isPending) return <Skeleton className="h-96 rounded-2xl" />
  return (
    <Card>
      <ErrorState
        title="Failed to load the chat"
        error={chat.error}
        onRetry={() => void chat.refetch()}
        isRetrying={chat.isFetching}
      />
    </Card>
  )
}

const OpenChat = ({ chat: { rooms, members }, myId }: { chat: ChatOverview; myId: number }) => {
  const { values, set } = useFilters(['room', 'q'])
  const here = usePresence('chat')
  const field = useRef<HTMLInputElement>(null)
  const typed = useTypedText(values.q, (q) => set({ q }, { isTyping: true }))
  const room = rooms.find(({ id }) => String(id) === values.room) ?? rooms[0]

  if (!room) {
    return (
      <Card>
        <EmptyState
          icon={<MessagesSquare />}
          title="No rooms yet"
          description="Create the first one, for example for daily questions."
          action={
            <NewRoom trigger={<Button variant="primary">New room</Button>} onCreated={(id) => set({ room: `${id}` })} />
          }
        />
      </Card>
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="flex min-w-0 flex-col gap-4">
        <SearchInput
          ref={field}
          label="Search messages"
          placeholder="Search messages"
          size="sm"
          maxLength={80}
          typed={typed}
          isPending={false}
        />
        <RoomList
          rooms={rooms}
          currentId={values.q === '' ? room.id : null}
          onCreated={(id) => set({ room: `${id}`, q: '' })}
        />
        <MemberList members={members} presentIds={new Set([...here, myId])} myId={myId} />
      </div>
      {values.q === '' ? (
        <Room key={room.id} room={room} members={members} myId={myId} />
      ) : (
        <FoundMessages q={values.q} rooms={rooms} members={members} />
      )}
    </div>
  )
}
