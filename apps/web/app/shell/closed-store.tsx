import { Suspense, useSyncExternalStore } from 'react'
import { cancelLink } from '#features/auth/arrival.ts'
import { LazyPaymentIsSafe } from '#features/checkout/lazy-payment-is-safe.tsx'
import { CancelByMail, LazyPremiumIsSafe } from '#features/subscriptions/lazy-membership.tsx'
import { MaintenanceScreen } from './maintenance-screen.tsx'

interface Address {
  pathname: string
  search: string
}

/** Every page of a visitor while the store is closed. */
export const ClosedStore = (address: Address) => <MaintenanceScreen isAdmin={false} note={<Note {...address} />} />

/** A customer may have paid while the store was closing, and a subscription can be canceled at any time. */
const Note = ({ pathname, search }: Address) => {
  const cancelToken = useSyncExternalStore(cancelLink.subscribe, cancelLink.get, () => null)
  const transaction = new URLSearchParams(search).get('transaction')
  return (
    <Suspense>
      {pathname === '/checkout' && transaction !== null && <LazyPaymentIsSafe transaction={transaction} />}
      {pathname === '/subscribe' && transaction !== null && <LazyPremiumIsSafe transaction={transaction} />}
      {pathname === '/subscribe' && cancelToken !== null && <CancelByMail token={cancelToken} />}
    </Suspense>
  )
}
