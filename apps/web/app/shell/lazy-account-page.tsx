import { lazy } from 'react'

export const loadAccountPage = () => import('#features/account/account-page.tsx')

/** Dialogs, forms and tables that only the signed-in see. */
export const LazyAccountPage = lazy(loadAccountPage)
