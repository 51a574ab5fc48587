import { type ComponentProps, lazy, Suspense } from 'react'

/** For signed-in users only. */
export const LazyNotifications = lazy(() => import('./notifications.tsx'))

const load = () => import('./unread-count.tsx')
type UnreadCountProps = ComponentProps<Awaited<ReturnType<typeof load>>['default']>

/** If it fails to load, the header works without the count. */
const UnreadCount = lazy(() =>
  load().catch(() => ({ default: ({ otherwise }: UnreadCountProps) => otherwise ?? null })),
)

/** Loads after the page. */
export const LazyUnreadCount = (props: UnreadCountProps) => (
  <Suspense>
    <UnreadCount {...props} />
  </Suspense>
)
