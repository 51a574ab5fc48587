import { Hash, Plus } from 'lucide-react'
import type { ChatRoom } from '@slipstream/contract/chat'
import { MOST_UNREAD } from '@slipstream/contract/chat-limits'
import { Link } from '#lib/link.ts'
import { CountBadge } from '#ui/count-badge.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { NewRoom } from './new-room.tsx'

interface RoomListProps {
  rooms: readonly ChatRoom[]
  currentId: number | null
  onCreated: (id: number) => void
}

export const RoomList = ({ rooms, currentId, onCreated }: RoomListProps) => (
  <nav aria-label="Rooms">
    <div className="flex items-center justify-between">
      <h2 className="text-small font-medium text-muted">Rooms</h2>
      <NewRoom
        trigger={
          <IconButton label="New room" size="icon-sm">
            <Plus aria-hidden="true" />
          </IconButton>
        }
        onCreated={onCreated}
      />
    </div>
    <ul className="flex flex-col gap-0.5 max-md:max-h-32 max-md:overflow-y-auto">
      {rooms.map(({ id, name, unread, mentions }) => (
        <li key={id}>
          <Link
            to={`?room=${id}`}
            aria-current={id === currentId ? 'page' : undefined}
            className={cx(
              'flex h-10 items-center gap-2 rounded-md px-2.5 text-ui hover:bg-raised',
              id === currentId ? 'bg-raised font-medium' : 'text-muted',
              unread > 0 && 'font-semibold text-foreground',
            )}
          >
            <Hash className="size-4 text-subtle" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            {unread > 0 && (
              <>
                {mentions > 0 && <span aria-hidden="true">@</span>}
                <CountBadge count={unread} />
                <span className="sr-only">{unreadText(unread, mentions)}</span>
              </>
            )}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

const unreadText = (unread: number, mentions: number) =>
  `${unread >= MOST_UNREAD ? 'many' : unread} unread${mentions > 0 ? ', you are mentioned' : ''}`
