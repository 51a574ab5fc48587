import { Suspense } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Link, type PageAddress } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { LazyNotFoundScreen } from './lazy-not-found-screen.tsx'

/** The failed request goes along, so that it can be found in the logs. */
const contactAddress = (error: unknown): PageAddress =>
  error instanceof ApiError && error.requestId ? `/contact?request=${encodeURIComponent(error.requestId)}` : '/contact'

/** Every route exports it as its ErrorBoundary, so that a crashing page keeps the header and the footer. */
export const RouteError = () => {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Suspense>
        <LazyNotFoundScreen />
      </Suspense>
    )
  }
  return (
    <main className="mx-auto max-w-xl px-5 pt-40 pb-16 text-center">
      <p className="eyebrow text-primary">Error {isRouteErrorResponse(error) ? error.status : 500}</p>
      <h1 className="display mt-4 text-[34px] md:text-[40px]">This page broke down</h1>
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
    </main>
  )
}
