import { ArrowLeft, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { MOST_COMPARED } from '@slipstream/contract/catalogue'
import type { ComparedMod } from '@slipstream/contract/mods-comparison'
import { chooseCompared, comparedIn, comparisonAddress } from '#lib/compared-mods.ts'
import { useGameVersion } from '#lib/game-version.ts'
import { Link, useNavigate } from '#lib/link.ts'
import { useUnits } from '#lib/units.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Picture } from '#ui/picture.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { comparedRows } from './compared-rows.tsx'
import { useComparison } from './comparison.queries.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { UnitsSwitch } from './units-switch.tsx'

/** The mods named in the address, side by side. */
export const ModComparison = ({ action }: { action: (mod: ComparedMod) => ReactNode }) => {
  const [params] = useSearchParams()
  const { data, error, refetch } = useComparison(comparedIn(params.get('compare')))
  const units = useUnits()
  const gameVersion = useGameVersion()
  const navigate = useNavigate()
  const change = (ids: readonly number[]) => {
    chooseCompared(ids)
    void navigate(comparisonAddress(ids), { preventScrollReset: ids.length > 0 })
  }
  return (
    <>
      <Button asChild variant="ghost" size="sm" className="-ms-3.5">
        <Link to="/mods">
          <ArrowLeft aria-hidden="true" />
          All mods
        </Link>
      </Button>
      <div className="mt-4 flex flex-wrap items-end justify-between gap-x-10 gap-y-5">
        <h1 className="display text-display-l">Compare mods</h1>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          {data && data.mods.length < MOST_COMPARED && (
            <Button asChild variant="outline">
              <Link to="/mods" onClick={() => chooseCompared(data.mods.map(({ id }) => id))}>
                <Plus aria-hidden="true" />
                Add another mod
              </Link>
            </Button>
          )}
          <UnitsSwitch units={units} />
        </div>
      </div>
      {error && !data && (
        <ErrorState title="The comparison could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton className="mt-5 h-96 rounded-2xl" />}
      {data && (
        <ComparisonTable
          what="mods"
          columns={data.mods.map((mod) => ({
            id: mod.id,
            name: mod.title,
            head: <Head mod={mod} action={action(mod)} />,
          }))}
          rows={comparedRows(data, units, gameVersion)}
          onChange={change}
        />
      )}
    </>
  )
}

const Head = ({ mod, action }: { mod: ComparedMod; action: ReactNode }) => (
  <span className="flex min-w-0 flex-1 flex-col gap-2">
    {mod.picture && (
      <Picture
        picture={mod.picture}
        sizes="280px"
        isDecoration
        className="aspect-16/10 w-full rounded-xl object-cover"
      />
    )}
    <span className="text-caption text-muted">{mod.categoryName}</span>
    <Link to={`/mods/${mod.id}`} prefetch="intent" className="font-semibold hover:underline">
      {mod.title}
    </Link>
    <span>{action}</span>
  </span>
)
