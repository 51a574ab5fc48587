import { Bell, CheckCheck } from 'lucide-react'
import { countText } from '#lib/counts.ts'
import { useLive } from '#lib/live/use-live.ts'
import { PATHS } from '#lib/query-keys.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { NotificationRows } from './notification-rows.tsx'
import { NOTIFICATIONS_AT_A_TIME, useMarkRead, useNotifications, useUnread } from './notifications.queries.ts'

const FAILED = 'Not marked as read'

const Notifications = () => {
  const { list, items } = useNotifications()
  useLive('me', PATHS.notifications)
  const unread = useUnread()
  const mark = useMarkRead()
  const [newest] = items
  if (list.isPending) return <Skeleton className="h-64 rounded-2xl" />
  if (list.error && !newest) {
    return (
      <ErrorState
        title="Your notifications could not be loaded."
        error={list.error}
        onRetry={() => void list.refetch()}
        isRetrying={list.isFetching}
      />
    )
  }
  if (!newest) {
    return (
      <EmptyState
        icon={<Bell />}
        title="Nothing new"
        description="Updates to your mods, answers to your tickets, decisions about refunds and problems with a payment appear here."
      />
    )
  }
  return (
    <section aria-label="Notifications" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-ui text-muted">
          {unread === 0 ? 'All read' : `${countText(unread)} unread`}
        </p>
        <Button
          variant="outline"
          size="sm"
          disabled={unread === 0}
          isLoading={mark.isPending}
          onClick={() => mark.mutate({ notificationId: newest.id, withOlder: true }, { onError: toastFailure(FAILED) })}
        >
          <CheckCheck aria-hidden="true" />
          Mark all as read
        </Button>
      </div>
      <NotificationRows
        label="Your notifications"
        notifications={items}
        onRead={(id) => mark.mutate({ notificationId: id }, { onError: toastFailure(FAILED) })}
      />
      <LoadMore
        shown={items.length}
        step={NOTIFICATIONS_AT_A_TIME}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </section>
  )
}

export default Notifications
