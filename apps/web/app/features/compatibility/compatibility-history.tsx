import { ArrowRight, History } from 'lucide-react'
import type { BoardRow, CompatibilityChange } from '@slipstream/contract/compatibility'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Moment } from '#ui/moment.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useHistory } from './compatibility.queries.ts'
import { CompatibilityState } from './compatibility-state.tsx'

interface CompatibilityHistoryProps {
  /** The mod to show; the sheet is open while there is one. */
  mod: Pick<BoardRow, 'modId' | 'title'> | null
  onClose: () => void
}

/** The compatibility changes of a mod. */
export const CompatibilityHistory = ({ mod, onClose }: CompatibilityHistoryProps) => (
  <Sheet
    title="Compatibility history"
    subtitle={mod?.title}
    open={mod !== null}
    onOpenChange={(isOpen) => !isOpen && onClose()}
  >
    {mod && <Changes modId={mod.modId} />}
  </Sheet>
)

const Changes = ({ modId }: { modId: number }) => {
  const { data, error, isFetching, refetch } = useHistory(modId)
  if (!data && error) {
    return (
      <ErrorState
        title="The history could not be loaded."
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  if (!data) return <Skeleton className="h-40 rounded-xl" />
  if (data.length === 0) return <EmptyState icon={<History />} title="No compatibility changes for this mod yet." />
  return (
    <ol className="flex flex-col gap-5">
      {data.map((change) => (
        <Change key={change.id} change={change} />
      ))}
    </ol>
  )
}

const Change = ({ change: { at, by, version, gameVersion, from, to, note } }: { change: CompatibilityChange }) => (
  <li className="flex flex-col gap-1 text-ui">
    <p className="flex flex-wrap items-center gap-2">
      {from && (
        <>
          <CompatibilityState state={from} />
          <ArrowRight className="size-4 text-subtle" aria-label="became" />
        </>
      )}
      <CompatibilityState state={to} />
    </p>
    <p className="text-small text-muted">
      Release {version} with {gameVersion}. <Moment at={at} /> by {by}.
    </p>
    {note && <p>{note}</p>}
  </li>
)
