import type { ReactNode } from 'react'

interface FactTableProps {
  caption: string
  columns: readonly string[]
  /** The first cell is the row header. */
  rows: readonly (readonly ReactNode[])[]
}

/** A table that turns each row into a card on a phone. The roles are explicit because `display: block` drops them. */
export const FactTable = ({ caption, columns, rows }: FactTableProps) => (
  <table role="table" className="block w-full text-left text-ui leading-relaxed sm:table">
    <caption className="sr-only">{caption}</caption>
    <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
      <tr role="row" className="sm:table-row">
        {columns.map((column) => (
          <th
            key={column}
            role="columnheader"
            scope="col"
            className="pr-5 pb-2 text-caption font-medium text-muted last:pr-0 sm:table-cell"
          >
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody role="rowgroup" className="grid gap-3 sm:table-row-group">
      {rows.map(([name, ...facts], place) => (
        <tr
          key={place}
          role="row"
          className="block rounded-xl border border-border p-4 sm:table-row sm:rounded-none sm:border-0 sm:border-t sm:p-0"
        >
          <th
            role="rowheader"
            scope="row"
            className="block font-medium text-foreground sm:table-cell sm:w-[28%] sm:py-3 sm:pr-5 sm:align-top"
          >
            {name}
          </th>
          {facts.map((fact, column) => (
            <td
              key={columns[column + 1]}
              role="cell"
              className="mt-2 block sm:mt-0 sm:table-cell sm:py-3 sm:pr-5 sm:align-top sm:last:pr-0"
            >
              <span aria-hidden className="block text-caption text-muted sm:hidden">
                {columns[column + 1]}
              </span>
              {fact}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
