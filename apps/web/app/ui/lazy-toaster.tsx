import { lazy, Suspense, useSyncExternalStore } from 'react'
import { toasts } from '#ui/toast-store.ts'

const Toaster = lazy(async () => ({ default: (await import('#ui/toaster.tsx')).Toaster }))

const hasToast = () => toasts.get().length > 0

/** Mounted once in the root: the toast code loads with the first toast. */
export const LazyToaster = () => {
  const isNeeded = useSyncExternalStore(toasts.subscribe, hasToast, () => false)
  if (!isNeeded) return null
  return (
    <Suspense>
      <Toaster />
    </Suspense>
  )
}
