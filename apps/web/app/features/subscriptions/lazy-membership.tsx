import { lazy } from 'react'

/** Dialogs and actions for signed-in users only. */
export const LazyMembership = lazy(() => import('./membership.tsx'))

/** Server-rendered sections below the fold; their code loads after the primary code. */
export const PremiumDetails = lazy(async () => ({ default: (await import('./premium-details.tsx')).PremiumDetails }))
export const CancelByMail = lazy(async () => ({ default: (await import('./cancel-by-mail.tsx')).CancelByMail }))

/** For the maintenance screen. */
export const LazyPremiumIsSafe = lazy(async () => ({ default: (await import('./premium-is-safe.tsx')).PremiumIsSafe }))
