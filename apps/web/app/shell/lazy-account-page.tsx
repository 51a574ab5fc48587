import { lazy } from 'react'

export const loadAccountPage = () => import('#features/account/account-page.tsx')

/** Dialogs, forms and tables for signed-in users only. */
export const LazyAccountPage = lazy(loadAccountPage)
