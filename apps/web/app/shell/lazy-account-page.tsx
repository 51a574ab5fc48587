import { lazy } from 'react'

export const loadAccountPage = () => import('#features/account/account-page.tsx')

/**
 * Dialogs, forms and tables that only the signed-in see. It is part of the frame rather than of its route: a route that
 * splits off code by itself makes the browser load the style sheet a second time.
 */
export const LazyAccountPage = lazy(loadAccountPage)
