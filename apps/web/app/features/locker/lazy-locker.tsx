import { lazy, Suspense } from 'react'

/** Lazy, because only signed-in users need its menus and dialogs. */
export const LazyLockerPage = lazy(() => import('./locker-page.tsx'))

const LockerNews = lazy(() => import('./locker-news.tsx').catch(() => ({ default: () => null })))

/** Loads after the page. If it fails to load, the header works without the update count. */
export const LazyLockerNews = (props: { cornerOf?: 'avatar' | 'icon' }) => (
  <Suspense>
    <LockerNews {...props} />
  </Suspense>
)
