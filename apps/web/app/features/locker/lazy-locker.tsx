import { lazy, Suspense } from 'react'

/** Menus and dialogs that only the signed-in see. */
export const LazyLockerPage = lazy(() => import('./locker-page.tsx'))

const LockerNews = lazy(() => import('./locker-news.tsx').catch(() => ({ default: () => null })))

/** Comes after the page, and where it cannot be loaded there is no news: the header is as good without. */
export const LazyLockerNews = (props: { cornerOf?: 'avatar' | 'icon' }) => (
  <Suspense>
    <LockerNews {...props} />
  </Suspense>
)
