import type { ChatMember } from '@slipstream/contract/chat'
import { Avatar } from '#ui/avatar.tsx'
import { cx } from '#ui/cx.ts'

interface MemberListProps {
  members: readonly ChatMember[]
  presentIds: ReadonlySet<number>
  myId: number
}

/** Everybody with access to the chat; those who have it open come first. */
export const MemberList = ({ members, presentIds, myId }: MemberListProps) => {
  const isPresent = ({ id }: ChatMember) => presentIds.has(id)
  const sorted = [...members.filter(isPresent), ...members.filter((member) => !isPresent(member))]
  return (
    <section aria-label="Staff" className="max-md:hidden">
      <h2 className="mb-2 text-small font-medium text-muted">Staff</h2>
      <ul className="flex flex-col gap-1">
        {sorted.map((member) => (
          <li key={member.id} className="flex items-center gap-2 px-1 py-1 text-small">
            <span className="relative">
              <Avatar name={member.name} src={member.image} size="sm" />
              {isPresent(member) && (
                <span
                  aria-hidden="true"
                  className="absolute -right-0.5 -bottom-0.5 size-2.5 rounded-full border-2 border-background bg-success"
                />
              )}
            </span>
            <span className={cx('min-w-0 truncate', !isPresent(member) && 'text-muted')}>
              {member.name}
              {member.id === myId && ' (you)'}
            </span>
            {isPresent(member) && <span className="sr-only">is here</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
