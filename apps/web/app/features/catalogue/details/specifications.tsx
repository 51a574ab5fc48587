import { Gauge } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Configuration } from '@slipstream/contract/mods'
import { EmptyState } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ConfigurationList } from './configuration-list.tsx'
import { DetailsSection } from './details-section.tsx'
import { FigureBar } from '../compare/figure-bar.tsx'
import { bestOf, DETAILS, HEADLINE, shareOfBest, type SpecLine } from '../compare/spec-sheet.ts'
import { type Units, useUnits } from '#lib/units.ts'
import { UnitsSwitch } from '../compare/units-switch.tsx'

/** Few visitors compare, so the code loads with the second selection. */
const ConfigurationComparison = lazy(async () => ({
  default: (await import('./configuration-comparison.tsx')).ConfigurationComparison,
}))

export const Specifications = ({ configurations }: { configurations: readonly Configuration[] }) => {
  const units = useUnits()
  const [chosenId, setChosenId] = useState(configurations[0]?.id)
  const [comparedIds, setComparedIds] = useState<readonly number[]>([])
  const chosen = configurations.find(({ id }) => id === chosenId)
  const compared = configurations.filter(({ id }) => comparedIds.includes(id))

  return (
    <DetailsSection id="specifications" title="Specifications" aside={chosen && <UnitsSwitch units={units} />}>
      {configurations.length > 1 && (
        <ConfigurationList
          configurations={configurations}
          units={units}
          chosenId={chosenId}
          onChoose={setChosenId}
          comparedIds={comparedIds}
          onCompare={setComparedIds}
        />
      )}
      {compared.length > 1 && (
        <Suspense fallback={<Skeleton className="mt-5 h-96 rounded-2xl" />}>
          <ConfigurationComparison configurations={compared} units={units} onChange={setComparedIds} />
        </Suspense>
      )}
      {chosen ? (
        <SpecSheet configuration={chosen} all={configurations} units={units} />
      ) : (
        <div className="surface mt-5 rounded-2xl">
          <EmptyState
            icon={<Gauge />}
            title="No spec sheet yet"
            description="Specifications appear here with this mod’s first configuration."
          />
        </div>
      )}
    </DetailsSection>
  )
}

interface SheetProps {
  configuration: Configuration
  all: readonly Configuration[]
  units: Units
}

const SpecSheet = ({ configuration, all, units }: SheetProps) => (
  <div className="mt-8">
    {all.length > 1 && (
      <h3 className="text-title">
        <span className="sr-only">Spec sheet for </span>
        {configuration.name}
      </h3>
    )}
    <dl className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-4">
      {HEADLINE.map((line) => (
        <HeadlineFigure key={line.key} line={line} configuration={configuration} all={all} units={units} />
      ))}
    </dl>
    <dl className="mt-4 grid gap-x-10 text-ui sm:grid-cols-2">
      {DETAILS.map(({ key, label, text }) => (
        <div key={key} className="flex justify-between gap-6 border-b py-3">
          <dt className="shrink-0 text-muted">{label(units)}</dt>
          <dd className="num text-right">{text(configuration, units) ?? <NotStated />}</dd>
        </div>
      ))}
    </dl>
  </div>
)

const HeadlineFigure = ({ line, configuration, all, units }: SheetProps & { line: SpecLine }) => {
  const text = line.text(configuration, units)
  const [figure, unit] = text?.split(' ') ?? []
  const share = all.length > 1 ? shareOfBest(line, configuration, bestOf(line, all)) : null
  return (
    <div className="surface flex flex-col rounded-xl p-4">
      <dt className="text-small text-muted">{line.label(units)}</dt>
      <dd className="mt-2 flex-1">
        {text === null ? (
          <NotStated />
        ) : (
          <>
            <span className="display num text-[26px] whitespace-nowrap md:text-[28px]">{figure}</span>{' '}
            <span className="text-ui text-muted">{unit}</span>
          </>
        )}
      </dd>
      {share !== null && <FigureBar share={share} isMarked={share === 1} className="mt-3" />}
    </div>
  )
}

const NotStated = () => <span className="text-subtle">Not stated</span>
