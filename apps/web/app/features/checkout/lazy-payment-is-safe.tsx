import { lazy } from 'react'

export const LazyPaymentIsSafe = lazy(async () => ({
  default: (await import('./payment-is-safe.tsx')).PaymentIsSafe,
}))
