import { WifiOff } from 'lucide-react'
import { type ReactNode, use, useEffect, useState, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, UNSAFE_DataRouterContext } from 'react-router'
import { connectionFailure, isReachable, useReconnected } from '#lib/connection.ts'
import { CHUNK_FAILED } from '#lib/gone-chunks.ts'
import { Link, type PageAddress } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { Spinner } from '#ui/spinner.tsx'

/** Takes the place of a page that failed. */
export const Breakdown = ({ error }: { error: unknown }) => {
  const failure = connectionFailure(error)
  const isOnline = useOnline()
  // A file that is missing while we are online is our fault, and the page reloads by itself (lib/gone-chunks.ts).
  return failure === 'no answer' || (failure && !isOnline) ? (
    <Offline failure={failure} />
  ) : (
    <BrokenPage error={error} />
  )
}

const Screen = ({ eyebrow, title, children }: { eyebrow: ReactNode; title: string; children: ReactNode }) => (
  <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
    <p className="eyebrow text-primary">{eyebrow}</p>
    <h1 className="display mt-4 text-[34px] md:text-[40px]">{title}</h1>
    {children}
  </main>
)

const Offline = ({ failure }: { failure: 'no answer' | 'no chunk' }) => {
  useReconnected(true, () => {
    // A file may also be gone for good: the script in the head reloads once per release.
    if (failure === 'no chunk') dispatchEvent(new Event(CHUNK_FAILED))
    else location.reload()
  })
  return (
    <Screen eyebrow="No connection" title="You seem to be offline">
      <p className="mt-5 text-muted">
        This page could not be loaded. Check your connection; we’ll try again automatically as soon as it is back.
      </p>
      <p role="status" className="mt-6 flex items-center justify-center gap-2 text-ui text-muted">
        <Spinner />
        Waiting for the connection
      </p>
      <Button variant="primary" size="lg" className="mt-6" onClick={() => location.reload()}>
        Try again now
      </Button>
    </Screen>
  )
}

/** Passes on the request id, so that the failed request can be found in the logs. */
const contactAddress = (error: unknown): PageAddress =>
  error instanceof ApiError && error.requestId ? `/contact?request=${encodeURIComponent(error.requestId)}` : '/contact'

const BrokenPage = ({ error }: { error: unknown }) => (
  <Screen eyebrow={`Error ${isRouteErrorResponse(error) ? error.status : 500}`} title="This page broke down">
    <p className="mt-5 text-muted">
      Something went wrong on our side while showing this page. Try again. If it keeps happening, tell us and we will
      tow it.
    </p>
    <div className="mt-8 flex flex-wrap justify-center gap-3">
      <Button variant="primary" size="lg" onClick={() => location.reload()}>
        Try again
      </Button>
      <Button asChild variant="outline" size="lg">
        <Link to={contactAddress(error)}>Contact support</Link>
      </Button>
    </div>
    {error instanceof ApiError && error.requestId && (
      <p className="mt-8 font-mono text-caption text-subtle">Request {error.requestId}</p>
    )}
  </Screen>
)

const subscribeToNetwork = (listener: () => void) => {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
const useOnline = () =>
  useSyncExternalStore(
    subscribeToNetwork,
    () => navigator.onLine,
    () => true,
  )

/**
 * Says that the connection is gone, and opens the requested page once it is back. The router reloads the document when
 * a page's code cannot be loaded: without a connection, the browser would replace the store with its own error.
 */
export const Connection = () => {
  const isOnline = useOnline()
  // Not useNavigation(): the code fails to load before React has rendered the loading state.
  const router = use(UNSAFE_DataRouterContext)?.router
  const [waitingFor, setWaitingFor] = useState<string>()

  useEffect(() => {
    // Older browsers lack the Navigation API and reload as before.
    const { navigation } = window as { navigation?: Navigation }
    const instead = (event: NavigateEvent) => {
      const destination = router?.state.navigation.location
      if (event.navigationType !== 'reload' || !event.cancelable || !destination) return
      event.preventDefault()
      const address = destination.pathname + destination.search + destination.hash
      void isReachable().then((is) => (is ? location.assign(address) : setWaitingFor(address)))
    }
    navigation?.addEventListener('navigate', instead)
    return () => navigation?.removeEventListener('navigate', instead)
  }, [router])

  useReconnected(waitingFor !== undefined, () => location.assign(waitingFor ?? '/'))

  if (isOnline && waitingFor === undefined) return null
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-0 z-50 flex justify-center p-4">
      <p
        role="status"
        className="pointer-events-auto flex items-center gap-3 rounded-xl border bg-raised p-4 text-ui shadow-float"
      >
        <WifiOff className="size-[18px] shrink-0 text-warning" aria-hidden="true" />
        <span>
          <span className="font-medium">You seem to be offline.</span>{' '}
          <span className="text-muted">
            {waitingFor === undefined
              ? 'We’ll continue automatically when the connection is back.'
              : 'We’ll open the page when the connection is back.'}
          </span>
        </span>
      </p>
    </div>
  )
}
