import type { Configuration } from '@slipstream/contract/mods'
import type { Units } from '#lib/units.ts'
import { ComparisonTable } from '../compare/comparison-table.tsx'
import { comparedFigures } from '../compare/spec-sheet.ts'

interface ComparisonProps {
  configurations: readonly Configuration[]
  units: Units
  onChange: (ids: readonly number[]) => void
}

export const ConfigurationComparison = ({ configurations, units, onChange }: ComparisonProps) => (
  <ComparisonTable
    what="configurations"
    columns={configurations}
    rows={comparedFigures(configurations, units)}
    onChange={onChange}
  />
)
