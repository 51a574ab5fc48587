import { EqualNot, X } from 'lucide-react'
import { useState } from 'react'
import type { Configuration } from '@slipstream/contract/mods'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { FigureBar } from './figure-bar.tsx'
import { bestOf, shareOfBest, SPEC_SHEET, type SpecLine } from './spec-sheet.ts'
import type { Units } from '#lib/units.ts'

interface ComparisonProps {
  configurations: readonly Configuration[]
  units: Units
  onChange: (ids: readonly number[]) => void
}

/** Compares configurations side by side, row by row as in the spec sheet. */
export const ConfigurationComparison = ({ configurations, units, onChange }: ComparisonProps) => {
  const [isShort, setIsShort] = useState(false)
  const differing = SPEC_SHEET.filter((line) => differs(line, configurations))
  const lines = isShort ? differing : SPEC_SHEET
  const without = (id: number) => configurations.map((each) => each.id).filter((other) => other !== id)

  return (
    <section id="comparison" className="surface mt-5 scroll-mt-16 overflow-hidden rounded-2xl" aria-label="Comparison">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
        <p className="flex items-center gap-2 text-small text-muted">
          <EqualNot className="size-4 text-foreground" aria-hidden="true" />
          {differing.length} of {SPEC_SHEET.length} specs differ
        </p>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Switch label="Show only differences" checked={isShort} onCheckedChange={setIsShort} />
          <Button variant="ghost" size="sm" onClick={() => onChange([])}>
            Clear
          </Button>
        </div>
      </div>
      {/* Wider than a phone: scrolls by touch, or with the arrow keys once focused. */}
      <div
        role="region"
        aria-label="Compared configurations"
        tabIndex={0}
        className="relative overflow-x-auto border-t -outline-offset-2"
      >
        <table className="w-full text-left text-ui">
          <thead>
            <tr>
              <th scope="col" className="sticky left-0 z-10 w-32 min-w-28 bg-card px-4 py-3 align-bottom">
                <span className="sr-only">Specification</span>
              </th>
              {configurations.map(({ id, name }) => (
                <th key={id} scope="col" className="min-w-40 px-4 py-3 align-bottom font-medium">
                  <span className="flex items-end justify-between gap-2">
                    {name}
                    <IconButton
                      label={`Remove ${name} from the comparison`}
                      size="icon-sm"
                      className="-my-2 -mr-2"
                      onClick={() => onChange(without(id))}
                    >
                      <X aria-hidden="true" />
                    </IconButton>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <ComparedLine key={line.key} line={line} configurations={configurations} units={units} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const differs = ({ key }: SpecLine, configurations: readonly Configuration[]) =>
  new Set(configurations.map((each) => each[key])).size > 1

const ComparedLine = ({ line, configurations, units }: Omit<ComparisonProps, 'onChange'> & { line: SpecLine }) => {
  const isDifferent = differs(line, configurations)
  const best = isDifferent ? bestOf(line, configurations) : null
  return (
    <tr className="border-t">
      <th scope="row" className="sticky left-0 z-10 bg-card px-4 py-3 align-top font-normal text-muted">
        {line.label(units)}
        {isDifferent && (
          <>
            {' '}
            <EqualNot className="inline size-3.5 align-[-2px] text-foreground" aria-hidden="true" />
            <span className="sr-only">(differs)</span>
          </>
        )}
      </th>
      {configurations.map((each) => (
        <td key={each.id} className={cx('num px-4 py-3 align-top', !isDifferent && 'text-muted')}>
          <ComparedFigure text={line.text(each, units)} share={shareOfBest(line, each, best)} />
        </td>
      ))}
    </tr>
  )
}

const ComparedFigure = ({ text, share }: { text: string | null; share: number | null }) => {
  if (text === null) return <span className="text-subtle">Not stated</span>
  if (share === null) return text
  return (
    <>
      <span className={cx(share === 1 && 'font-semibold')}>
        {text}
        {share === 1 && <span className="sr-only"> (best)</span>}
      </span>
      <FigureBar share={share} isMarked={share === 1} className="mt-2 max-w-40" />
    </>
  )
}
