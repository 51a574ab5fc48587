import { SearchX } from 'lucide-react'
import type { ChatMember, ChatRoom } from '@slipstream/contract/chat'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useChatSearch } from './chat.queries.ts'
import { MessageEntry } from './message-entry.tsx'

const FOUND_AT_A_TIME = 50

interface FoundMessagesProps {
  q: string
  rooms: readonly ChatRoom[]
  members: readonly ChatMember[]
}

export const FoundMessages = ({ q, rooms, members }: FoundMessagesProps) => {
  const { list, items } = useChatSearch(q)
  return (
    <Card isFlush title={`Messages with “${q}”`}>
      {list.isPending && <Skeleton className="m-5 h-40" />}
      {list.isError && <ErrorState title="Failed to search" error={list.error} onRetry={() => void list.refetch()} />}
      {list.isSuccess && items.length === 0 && (
        <EmptyState icon={<SearchX />} title="No messages found" description="Whole words are searched, in any form." />
      )}
      <ol aria-label="Found messages" className="flex flex-col divide-y">
        {items.map((message) => (
          <li key={message.id}>
            <Link to={`?room=${message.roomId}`} className="block px-4 pt-2 text-small text-muted underline md:px-5">
              # {rooms.find(({ id }) => id === message.roomId)?.name}
            </Link>
            <ol>
              <MessageEntry message={message} members={members} isMine={false} />
            </ol>
          </li>
        ))}
      </ol>
      {items.length > 0 && (
        <div className="p-5">
          <LoadMore
            shown={items.length}
            step={FOUND_AT_A_TIME}
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </div>
      )}
    </Card>
  )
}
