import { lazy } from 'react'

/** Menus and dialogs that only the signed-in see. */
export const LazyLockerPage = lazy(() => import('./locker-page.tsx'))
