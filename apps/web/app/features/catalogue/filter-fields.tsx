import { type ReactNode, useState } from 'react'
import type { FacetValue } from '@slipstream/contract/mods'
import type { PowerBand } from '@slipstream/contract/spec-sheet'
import { countText } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { powerBandText } from './active-filters.ts'
import { useUnits } from '#lib/units.ts'
import { type ModSearch, toggled } from './mod-search.ts'
import type { useModFacets } from './catalogue.queries.ts'
import { GameVersionFields } from './game-version-fields.tsx'
import { PriceFields } from './price-fields.tsx'

interface FilterFieldsProps {
  search: ModSearch
  facets: ReturnType<typeof useModFacets>
  onChange: (search: ModSearch, options?: { isTyping: boolean }) => void
}

/** The secondary filters: beside the list on a desktop, in a sheet on a phone. */
export const FilterFields = ({ search, facets: { data: facets, error, refetch }, onChange }: FilterFieldsProps) => {
  const units = useUnits()
  if (error) return <ErrorState title="The filters could not be loaded." error={error} onRetry={() => void refetch()} />
  if (!facets) return <FieldsSkeleton />
  return (
    <div className="flex flex-col gap-7">
      <PriceFields
        search={search}
        range={facets.price}
        onChange={(prices) => onChange({ ...search, ...prices }, { isTyping: true })}
      />
      <GameVersionFields search={search} gameVersions={facets.gameVersions} onChange={onChange} />
      <Group title="Offers">
        <Checkbox
          name="sale"
          value="true"
          label="On sale"
          checked={search.sale}
          onCheckedChange={(sale) => onChange({ ...search, sale })}
        />
        <Checkbox
          name="premium"
          value="true"
          label="Included with Premium"
          checked={search.premium}
          onCheckedChange={(premium) => onChange({ ...search, premium })}
        />
      </Group>
      <Choices
        title="Drivetrain"
        name="drivetrain"
        values={facets.drivetrains}
        chosen={search.drivetrain}
        onToggle={(word) => onChange({ ...search, drivetrain: toggled(search.drivetrain, word) })}
      />
      <Choices
        title="Body style"
        name="body"
        values={facets.bodyStyles}
        chosen={search.body}
        onToggle={(word) => onChange({ ...search, body: toggled(search.body, word) })}
      />
      <Choices
        title="Power"
        name="power"
        values={facets.powerBands.map((band) => ({ ...band, label: powerBandText(band.value as PowerBand, units) }))}
        chosen={search.power}
        onToggle={(key) => onChange({ ...search, power: toggled(search.power, key) })}
      />
      <Choices
        title="Tags"
        name="tags"
        values={facets.tags}
        chosen={search.tags}
        onToggle={(word) => onChange({ ...search, tags: toggled(search.tags, word) })}
      />
    </div>
  )
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset>
    <legend className="mb-3 text-small font-medium">{title}</legend>
    <div className="flex flex-col gap-2.5">{children}</div>
  </fieldset>
)

interface ChoicesProps<T extends string> {
  title: string
  name: string
  values: readonly FacetValue[]
  chosen: readonly T[]
  onToggle: (value: T) => void
}

const SHOWN_AT_FIRST = 6

const Choices = <T extends string>({ title, name, values, chosen, onToggle }: ChoicesProps<T>) => {
  const [isWhole, setIsWhole] = useState(false)
  // An option without results is hidden, but a selected one can always be removed.
  const known = values.filter(({ value, total }) => total.count > 0 || (chosen as readonly string[]).includes(value))
  const missing = chosen.filter((value) => !known.some((each) => each.value === value))
  const choices = [
    ...known,
    ...missing.map((value) => ({ value, label: value, total: { count: 0, orMore: false } })),
  ] as (FacetValue & { value: T })[]
  if (choices.length === 0) return null
  const shown = isWhole
    ? choices
    : choices.filter(({ value }, position) => position < SHOWN_AT_FIRST || chosen.includes(value))
  return (
    <Group title={title}>
      {shown.map(({ value, label, total }) => (
        <Checkbox
          key={value}
          name={name}
          value={value}
          checked={chosen.includes(value)}
          onCheckedChange={() => onToggle(value)}
          label={
            <>
              {label} <span className="num text-subtle">{countText(total)}</span>
            </>
          }
        />
      ))}
      {choices.length > shown.length && (
        <Button variant="ghost" size="sm" className="-ms-3.5 self-start" onClick={() => setIsWhole(true)}>
          Show all {choices.length}
        </Button>
      )}
    </Group>
  )
}

const FieldsSkeleton = () => (
  <div className="flex flex-col gap-3" aria-busy="true" aria-label="Loading filters">
    {Array.from({ length: 8 }, (_, key) => (
      <Skeleton key={key} className="h-5 w-2/3" />
    ))}
  </div>
)
