import { Suspense } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { LazyBreakdown } from './lazy-connection.tsx'
import { LazyNotFoundScreen } from './lazy-not-found-screen.tsx'

/** Every route exports it as its ErrorBoundary, so that a crashing page keeps the header and the footer. */
export const RouteError = () => {
  const error = useRouteError()
  return (
    <Suspense>
      {isRouteErrorResponse(error) && error.status === 404 ? <LazyNotFoundScreen /> : <LazyBreakdown error={error} />}
    </Suspense>
  )
}
