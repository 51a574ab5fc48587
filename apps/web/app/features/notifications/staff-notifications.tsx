import { Bell, CheckCheck } from 'lucide-react'
import { STAFF_NOTIFICATIONS, type StaffNotification } from '@slipstream/contract/notification-kinds'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { countText } from '#lib/counts.ts'
import { useLive } from '#lib/live/use-live.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FilterBar } from '#ui/filter-bar.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { toastFailure } from '#ui/toast-failure.ts'
import { useFilters } from '#ui/use-filters.ts'
import { NotificationRows } from './notification-rows.tsx'
import {
  STAFF_NOTIFICATIONS_AT_A_TIME,
  useMarkReadByStaff,
  useStaffNotifications,
  useUnreadOfStaff,
} from './staff-notifications.queries.ts'

const KINDS: Record<StaffNotification, { label: string; about: string }> = {
  incident: { label: 'Incidents', about: 'A check found a problem, or a problem is over.' },
  request: {
    label: 'Refund requests',
    about: 'A customer asks for a refund or withdraws. A reminder follows six hours before a decision is due.',
  },
  ticket: { label: 'Tickets', about: 'A customer has opened a ticket.' },
  dispute: { label: 'Disputes', about: 'A buyer’s bank has taken back the money for an order.' },
}

const FAILED = 'Not marked as read'

const isKind = (kind: string): kind is StaffNotification => STAFF_NOTIFICATIONS.some((each) => each === kind)

/** Every administrator gets the same notifications, and each marks them as read separately. */
export const StaffNotifications = () => {
  const filters = useFilters(['kind', 'unread'])
  const { kind, unread: only } = filters.values
  const { list, items } = useStaffNotifications({
    ...(isKind(kind) && { kind }),
    ...(only === 'true' && { unread: 'true' }),
  })
  useLive('staff', ADMIN_PATHS.staffNotifications)
  const unread = useUnreadOfStaff()
  const mark = useMarkReadByStaff()
  const [newest] = items
  const isNarrowed = kind !== '' || only !== ''
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_380px]">
      <div className="flex flex-col gap-4">
        <FilterBar
          filters={filters}
          selects={[
            {
              name: 'kind',
              label: 'About',
              any: 'Everything',
              options: STAFF_NOTIFICATIONS.map((value) => ({ value, label: KINDS[value].label })),
            },
            {
              name: 'unread',
              label: 'State',
              any: 'Read and unread',
              options: [{ value: 'true', label: 'Unread only' }],
            },
          ]}
          isPending={list.isPlaceholderData}
          found={unread === 0 ? 'All read' : `${countText(unread)} unread`}
        >
          <Button
            variant="outline"
            size="sm"
            disabled={unread === 0 || !newest || isNarrowed}
            isLoading={mark.isPending}
            onClick={() =>
              newest && mark.mutate({ notificationId: newest.id, withOlder: true }, { onError: toastFailure(FAILED) })
            }
          >
            <CheckCheck aria-hidden="true" />
            Mark all as read
          </Button>
        </FilterBar>
        <Rows
          list={list}
          items={items}
          isNarrowed={isNarrowed}
          onRead={(id) => mark.mutate({ notificationId: id }, { onError: toastFailure(FAILED) })}
        />
      </div>
      <Card
        title="What you are notified about"
        description="The owner gets incidents and refund requests by e-mail too."
      >
        <dl className="flex flex-col gap-4 text-ui">
          {STAFF_NOTIFICATIONS.map((each) => (
            <div key={each}>
              <dt className="font-medium">{KINDS[each].label}</dt>
              <dd className="mt-0.5 text-small text-muted">{KINDS[each].about}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </div>
  )
}

type RowsProps = Pick<ReturnType<typeof useStaffNotifications>, 'list' | 'items'> & {
  isNarrowed: boolean
  onRead: (id: number) => void
}

const Rows = ({ list, items, isNarrowed, onRead }: RowsProps) => {
  if (list.isPending) return <Skeleton className="h-64 rounded-2xl" />
  if (items.length === 0) {
    return (
      <Card>
        {list.error ? (
          <ErrorState
            title="The notifications could not be loaded."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : (
          <EmptyState
            icon={<Bell />}
            title={isNarrowed ? 'No notifications match these filters' : 'Nothing new'}
            description={isNarrowed ? undefined : 'Incidents, refund requests, disputes and new tickets appear here.'}
          />
        )}
      </Card>
    )
  }
  return (
    <>
      <NotificationRows label="Notifications" notifications={items} onRead={onRead} />
      <LoadMore
        shown={items.length}
        step={STAFF_NOTIFICATIONS_AT_A_TIME}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        onLoadMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
