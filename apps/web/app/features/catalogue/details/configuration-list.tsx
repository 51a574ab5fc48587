import { useId, useState } from 'react'
import type { Configuration } from '@slipstream/contract/mods'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { FigureBar } from '../compare/figure-bar.tsx'
import { bestOf, POWER, shareOfBest } from '../compare/spec-sheet.ts'
import type { Units } from '#lib/units.ts'

const MOST_COMPARED = 3
/** Longer lists are collapsed to this many. */
const SHOWN_FIRST = 6

interface ConfigurationListProps {
  configurations: readonly Configuration[]
  units: Units
  chosenId: number | undefined
  onChoose: (id: number) => void
  comparedIds: readonly number[]
  onCompare: (ids: readonly number[]) => void
}

/** The configurations of a mod, each with a power bar. One is shown in full, and up to three can be compared. */
export const ConfigurationList = (props: ConfigurationListProps) => {
  const { configurations, comparedIds } = props
  const group = useId()
  const [showsAll, setShowsAll] = useState(configurations.length <= SHOWN_FIRST + 1)
  const shown = showsAll ? configurations : configurations.slice(0, SHOWN_FIRST)
  const best = bestOf(POWER, configurations)

  return (
    <fieldset className="mt-5 min-w-0">
      <legend className="sr-only">Configuration</legend>
      <div className="flex items-baseline justify-between gap-4 pr-4 pb-2 text-small text-muted">
        <p>{configurations.length} configurations</p>
        <p aria-live="polite">
          <CompareHint count={comparedIds.length} />
        </p>
      </div>
      <ul className="surface divide-y overflow-hidden rounded-2xl">
        {shown.map((configuration) => (
          <ConfigurationRow key={configuration.id} configuration={configuration} best={best} group={group} {...props} />
        ))}
      </ul>
      {!showsAll && (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => setShowsAll(true)}>
          Show all {configurations.length} configurations
        </Button>
      )}
    </fieldset>
  )
}

const CompareHint = ({ count }: { count: number }) => {
  if (count === 0) return `Compare up to ${MOST_COMPARED}`
  if (count === 1) return 'Select one more to compare'
  return (
    <a href="#comparison" className="rounded-sm text-foreground underline decoration-input underline-offset-4">
      Comparing {count} of {MOST_COMPARED}
    </a>
  )
}

interface ConfigurationRowProps extends ConfigurationListProps {
  configuration: Configuration
  best: number | null
  /** The name that groups the radio buttons. */
  group: string
}

const ConfigurationRow = (props: ConfigurationRowProps) => {
  const { configuration, units, chosenId, onChoose, best, group, comparedIds, onCompare } = props
  const { id, name } = configuration
  const share = shareOfBest(POWER, configuration, best)
  const isCompared = comparedIds.includes(id)

  return (
    <li className="flex items-center gap-4 pr-4 transition-colors hover:bg-foreground/4 has-[[type=radio]:checked]:bg-foreground/6">
      <label className="grid min-w-0 flex-1 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 py-3 pl-4 text-ui has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-2 has-[:focus-visible]:outline-ring sm:grid-cols-[auto_minmax(0,1fr)_minmax(0,14rem)_5rem]">
        <input
          type="radio"
          name={group}
          checked={id === chosenId}
          onChange={() => onChoose(id)}
          className="size-4.5 appearance-none rounded-full border border-input outline-none checked:border-[5px] checked:border-primary"
        />
        <span className="min-w-0">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-small text-muted">{summaryOf(configuration)}</span>
        </span>
        <span className="max-sm:order-last max-sm:col-span-2 max-sm:col-start-2">
          {share !== null && <FigureBar share={share} isMarked={id === chosenId} />}
        </span>
        <span className="num text-right whitespace-nowrap">{POWER.text(configuration, units)}</span>
      </label>
      <Checkbox
        aria-label={`Compare ${name}`}
        checked={isCompared}
        disabled={!isCompared && comparedIds.length >= MOST_COMPARED}
        onCheckedChange={(isChecked) =>
          onCompare(isChecked ? [...comparedIds, id] : comparedIds.filter((other) => other !== id))
        }
      />
    </li>
  )
}

const summaryOf = ({ bodyStyle, engine, drivetrain }: Configuration) =>
  [bodyStyle, engine, drivetrain].filter(Boolean).join(' · ')
