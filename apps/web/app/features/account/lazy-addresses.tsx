import { lazy } from 'react'

/** Only for users whose address is missing or not confirmed. */
export const LazyReceiptAddress = lazy(async () => ({
  default: (await import('./receipt-address.tsx')).ReceiptAddress,
}))
export const LazyConfirmAddress = lazy(async () => ({
  default: (await import('./confirm-address.tsx')).ConfirmAddress,
}))
