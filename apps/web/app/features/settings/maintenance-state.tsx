import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Status } from '#ui/status.tsx'
import { useAdminSettings } from './settings.queries.ts'

/** For administrators: whether the store is closed, what is planned, and who can change it. */
export const MaintenanceState = ({ developerLink }: { developerLink: ReactNode }) => {
  const { data, error, refetch, isFetching } = useAdminSettings()
  if (!data) {
    return (
      <Card className="max-w-[720px]">
        {error ? (
          <ErrorState
            title="The maintenance state could not be loaded."
            error={error}
            onRetry={() => void refetch()}
            isRetrying={isFetching}
          />
        ) : (
          <Skeleton className="h-24" />
        )}
      </Card>
    )
  }
  const { maintenanceMode, planned } = data
  return (
    <Card title="Maintenance mode" className="max-w-[720px]">
      <dl className="divide-y text-ui">
        <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-muted">State</dt>
          <dd>
            <Status tone={maintenanceMode ? 'warning' : 'success'}>
              {maintenanceMode ? 'On: only admins see the store' : 'Off: the store is open'}
            </Status>
          </dd>
        </div>
        <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
          <dt className="text-muted">Planned window</dt>
          <dd>
            {planned ? (
              <>
                <Moment at={planned.from} /> to <Moment at={planned.to} />
              </>
            ) : (
              'None'
            )}
          </dd>
        </div>
        {planned?.message && (
          <div className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-muted">Message to visitors</dt>
            <dd className="wrap-anywhere">{planned.message}</dd>
          </div>
        )}
      </dl>
      <p className="mt-4 text-small text-muted">
        Only the developer can turn maintenance on or off and plan a window. {developerLink}
      </p>
    </Card>
  )
}
