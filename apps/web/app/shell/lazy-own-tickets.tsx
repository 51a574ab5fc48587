import { lazy } from 'react'

/** For signed-in customers only. */
export const LazyOwnTickets = lazy(() => import('./own-tickets.tsx'))
