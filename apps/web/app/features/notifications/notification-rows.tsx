import { Check } from 'lucide-react'
import { Link, type PageAddress } from '#lib/link.ts'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Moment } from '#ui/moment.tsx'

interface Notification {
  id: number
  title: string
  text: string
  link: string | null
  at: string
  isRead: boolean
}

interface NotificationRowsProps {
  label: string
  notifications: readonly Notification[]
  onRead: (id: number) => void
}

/** Notifications, newest first. Following its link marks a notification as read. */
export const NotificationRows = ({ label, notifications, onRead }: NotificationRowsProps) => (
  <ul aria-label={label} className="surface divide-y overflow-hidden rounded-2xl">
    {notifications.map(({ id, title, text, link, at, isRead }) => (
      <li key={id} className="flex items-start gap-3 p-4">
        <span
          className={cx('mt-2 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-primary')}
          aria-hidden="true"
        />
        <div className="min-w-0 flex-1">
          <p className={cx('wrap-anywhere', !isRead && 'font-medium')}>
            {!isRead && <span className="sr-only">Unread: </span>}
            {link === null ? (
              title
            ) : (
              <Link
                to={link as PageAddress}
                className="rounded-sm underline-offset-4 hover:underline"
                onClick={() => !isRead && onRead(id)}
              >
                {title}
              </Link>
            )}
          </p>
          <p className="mt-0.5 text-small text-muted wrap-anywhere">{text}</p>
          <p className="mt-1 text-caption text-subtle">
            <Moment at={at} />
          </p>
        </div>
        {!isRead && (
          <IconButton label={`Mark “${title}” as read`} size="icon-sm" onClick={() => onRead(id)}>
            <Check aria-hidden="true" />
          </IconButton>
        )}
      </li>
    ))}
  </ul>
)
