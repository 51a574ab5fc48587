import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { Link } from '#lib/link.ts'
import { ApiError } from '#lib/request.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAdminMod } from './edit.queries.ts'

export const ALL_MODS = { label: 'All mods', to: '/admin/products/all-mods' } as const

interface LoadedModProps {
  id: number
  children: (mod: AdminMod) => ReactNode
}

/** Renders its children with the mod, or a loading, error or not-found state. */
export const LoadedMod = ({ id, children }: LoadedModProps) => {
  const { data: mod, error, isFetching, refetch } = useAdminMod(id)
  if (mod) return children(mod)
  const refusal = error instanceof ApiError ? error : null
  const isUnknown = refusal?.status === 404 || refusal?.status === 400
  return (
    <PageFrame title="Edit mod" back={ALL_MODS}>
      {!error && <LoadingForm />}
      {isUnknown && <NoSuchMod />}
      {error && !isUnknown && (
        <ErrorState
          title="This mod could not be loaded."
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          error={error}
        />
      )}
    </PageFrame>
  )
}

const LoadingForm = () => (
  <div role="status" aria-label="Loading the mod" className="flex flex-col gap-5">
    {['h-28', 'h-96', 'h-72'].map((height) => (
      <Skeleton key={height} className={cx(height, 'rounded-2xl')} />
    ))}
  </div>
)

const NoSuchMod = () => (
  <EmptyState
    icon={<Link2Off />}
    title="This mod does not exist"
    description="It may have been removed, or the link is wrong."
    action={
      <Button asChild variant="outline">
        <Link to={ALL_MODS.to}>All mods</Link>
      </Button>
    }
  />
)
