import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'

interface ChartFrameProps<Point> {
  title: string
  /** The headline figure, already formatted. */
  figure?: ReactNode
  /** The comparison: "+12% on the week before". */
  note?: ReactNode
  data: readonly Point[]
  columns: readonly { header: string; cell: (point: Point) => ReactNode; isNumeric?: boolean }[]
  pointKey: (point: Point) => string
  /** Already inside a surface, so it draws none. */
  isBare?: boolean
  children: (data: readonly Point[]) => ReactNode
}

/** The frame of every chart: the figure in words, and the data as a table for people who cannot read the chart. */
export const ChartFrame = <Point,>({
  title,
  figure,
  note,
  data,
  columns,
  pointKey,
  isBare = false,
  children,
}: ChartFrameProps<Point>) => {
  const titleId = useId()
  const [isTable, setTable] = useState(false)

  return (
    <section aria-labelledby={titleId} className={cx('p-4 md:p-5', !isBare && 'surface rounded-2xl')}>
      <div className="flex items-start justify-between gap-3">
        <div>
          <h2 id={titleId} className="text-small text-muted">
            {title}
          </h2>
          {figure !== undefined && <p className="num mt-1 text-h3 leading-tight font-semibold">{figure}</p>}
          {note && <p className="num mt-0.5 text-small text-muted">{note}</p>}
        </div>
        <Button variant="ghost" size="sm" className="-mt-1 -mr-1.5" onClick={() => setTable(!isTable)}>
          {isTable ? <ChartNoAxesColumn aria-hidden="true" /> : <Table2 aria-hidden="true" />}
          <span className="max-sm:sr-only">{isTable ? 'Show as chart' : 'Show as table'}</span>
        </Button>
      </div>
      <div className="mt-4 h-60">
        {isTable ? <PointTable {...{ title, data, columns, pointKey }} /> : children(data)}
      </div>
    </section>
  )
}

type PointTableProps<Point> = Pick<ChartFrameProps<Point>, 'title' | 'data' | 'columns' | 'pointKey'>

const PointTable = <Point,>({ title, data, columns, pointKey }: PointTableProps<Point>) => (
  <div role="region" aria-label={`${title}, as a table`} tabIndex={0} className="h-full overflow-y-auto rounded-sm">
    <table className="w-full border-separate border-spacing-0 text-small">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr>
          {columns.map(({ header, isNumeric }) => (
            <th
              key={header}
              scope="col"
              className={cx(
                'sticky top-0 h-9 border-b bg-card px-1 text-caption font-medium text-muted',
                isNumeric ? 'text-right' : 'text-left',
              )}
            >
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.map((point) => (
          <tr key={pointKey(point)}>
            {columns.map(({ header, cell, isNumeric }) => (
              <td key={header} className={cx('num h-9 border-b px-1', isNumeric && 'text-right')}>
                {cell(point)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
