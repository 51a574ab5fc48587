import { EqualNot, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Switch } from '#ui/switch.tsx'
import { FigureBar } from './figure-bar.tsx'

interface ComparedColumn {
  id: number
  name: string
  /** Shown instead of the name. */
  head?: ReactNode
}

export interface ComparedCell {
  /** Null if nothing is stated. */
  text: ReactNode
  /** Compared to decide whether the columns differ. */
  value: unknown
  /** How close the value comes to the best one, from 0 to 1. */
  share?: number | null
}

export interface ComparedRow {
  key: string
  label: string
  /** One for each column. */
  cells: readonly ComparedCell[]
}

interface ComparisonTableProps {
  /** What is compared, such as `configurations`. */
  what: string
  columns: readonly ComparedColumn[]
  rows: readonly ComparedRow[]
  onChange: (ids: readonly number[]) => void
}

/** Compares things side by side, row by row. */
export const ComparisonTable = ({ what, columns, rows, onChange }: ComparisonTableProps) => {
  const [isShort, setIsShort] = useState(false)
  const differing = rows.filter(differs)
  const without = (id: number) => columns.map((each) => each.id).filter((other) => other !== id)

  return (
    <section id="comparison" className="surface mt-5 scroll-mt-16 overflow-hidden rounded-2xl" aria-label="Comparison">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3">
        <p className="flex items-center gap-2 text-small text-muted">
          <EqualNot className="size-4 text-foreground" aria-hidden="true" />
          {differing.length} of {rows.length} specs differ
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
        aria-label={`Compared ${what}`}
        tabIndex={0}
        className="relative overflow-x-auto border-t -outline-offset-2"
      >
        <table className="w-full text-left text-ui">
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky left-0 z-10 w-20 min-w-20 bg-card px-3 py-3 align-bottom md:w-32 md:min-w-28 md:px-4"
              >
                <span className="sr-only">Specification</span>
              </th>
              {columns.map(({ id, name, head }) => (
                <th
                  key={id}
                  scope="col"
                  className="relative min-w-31 px-2 py-3 align-top font-medium md:align-bottom md:min-w-40 md:px-4"
                >
                  <span className={cx('flex justify-between gap-2', head ? 'items-start' : 'items-end')}>
                    {head ?? name}
                    <IconButton
                      label={`Remove ${name} from the comparison`}
                      size="icon-sm"
                      className={cx(
                        '-my-2 -mr-2 max-md:size-11',
                        // On its picture, because two columns must fit into a phone.
                        Boolean(head) &&
                          'max-md:absolute! max-md:top-4 max-md:right-3 max-md:rounded-full max-md:bg-background/70',
                      )}
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
            {(isShort ? differing : rows).map((row) => (
              <Row key={row.key} row={row} columns={columns} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

const differs = ({ cells }: ComparedRow) => new Set(cells.map(({ value }) => value)).size > 1

const Row = ({ row, columns }: { row: ComparedRow; columns: readonly ComparedColumn[] }) => {
  const isDifferent = differs(row)
  return (
    <tr className="border-t">
      <th
        scope="row"
        className="sticky left-0 z-10 bg-card px-3 py-3 align-top font-normal text-muted wrap-anywhere max-md:text-small md:px-4"
      >
        {row.label}
        {isDifferent && (
          <>
            {' '}
            <EqualNot className="inline size-3.5 align-[-2px] text-foreground" aria-hidden="true" />
            <span className="sr-only">(differs)</span>
          </>
        )}
      </th>
      {row.cells.map(({ text, share = null }, position) => (
        <td
          key={columns[position]?.id}
          className={cx('num px-2 py-3 align-top wrap-anywhere md:px-4', !isDifferent && 'text-muted')}
        >
          <Figure text={text} share={isDifferent ? share : null} />
        </td>
      ))}
    </tr>
  )
}

const Figure = ({ text, share }: { text: ReactNode; share: number | null }) => {
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
