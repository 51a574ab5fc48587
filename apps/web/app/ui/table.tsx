import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { cx } from '#ui/cx.ts'
import { Skeleton } from '#ui/skeleton.tsx'

export interface Column<Row> {
  key: string
  header: string
  cell: (row: Row) => ReactNode
  isNumeric?: boolean
  isSortable?: boolean
  /** For columns of buttons, whose header is for screen readers only. */
  isHeaderHidden?: boolean
  /**
   * The column's place when rows become cards: beside the title, or in the line of facts below (labeled where a bare
   * value would be unclear).
   */
  card?: 'title' | 'status' | 'action' | 'fact' | 'labeled' | 'hidden'
  /** Hidden on narrow screens, for facts that the row's own page repeats. */
  hideBelow?: 'lg' | 'xl'
}

export interface Sort {
  key: string
  direction: 'asc' | 'desc'
}

export type RowKey = string | number

export interface Selection<Row> {
  selected: ReadonlySet<RowKey>
  onSelect: (selected: ReadonlySet<RowKey>) => void
  /** The row name for its checkbox label. */
  nameOf: (row: Row) => string
}

export interface TableProps<Row> {
  /** The table name for screen readers. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => RowKey
  sort?: Sort | undefined
  onSort?: (sort: Sort) => void
  /** Adds a checkbox to each row and one for all rows to the header. */
  selection?: Selection<Row> | undefined
  isLoading?: boolean
  /** Shown when there are no rows. */
  empty?: ReactNode
}

const LOADING_ROWS = 5

const hidden = { lg: 'md:max-lg:hidden', xl: 'md:max-xl:hidden' }

const cardPlaces = {
  title: 'max-md:order-1 max-md:min-w-0 max-md:flex-1',
  status: 'max-md:order-2',
  action: 'max-md:order-2',
  fact: 'max-md:order-4 max-md:text-small max-md:text-muted',
  labeled: 'max-md:order-4 max-md:text-small max-md:text-muted',
  hidden: 'max-md:hidden',
}

const isFact = <Row,>(column: Column<Row>) => !column.card || column.card === 'fact' || column.card === 'labeled'

// The dot comes after a fact, so that no line begins with one, and only if a nonempty fact follows. Flex keeps it
// beside block content.
const factDot =
  "max-md:flex max-md:items-end max-md:after:ms-2 max-md:after:text-subtle max-md:has-[~[data-fact]:not(:empty)]:after:content-['·']"

const nextSort = <Row,>(column: Column<Row>, sort: Sort | undefined): Sort => {
  if (sort?.key === column.key) return { key: column.key, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { key: column.key, direction: column.isNumeric ? 'desc' : 'asc' }
}

const SortIcon = ({ direction }: { direction: Sort['direction'] | undefined }) => {
  const Icon = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
  return <Icon className={cx('size-3.5', !direction && 'text-subtle')} aria-hidden="true" />
}

interface HeaderProps<Row> extends Pick<TableProps<Row>, 'sort' | 'onSort'> {
  column: Column<Row>
}

const Header = <Row,>({ column, sort, onSort }: HeaderProps<Row>) => {
  const direction = sort?.key === column.key ? sort.direction : undefined
  const ariaSort = direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={column.isSortable ? ariaSort : undefined}
      className={cx(
        'z-10 bg-card text-left text-caption font-medium text-muted md:sticky md:top-(--sticky-top,0px) md:h-10 md:border-b md:px-4 md:first:ps-5 md:last:pe-5',
        column.isNumeric && 'md:text-right',
        !column.isSortable && 'max-md:sr-only',
        column.hideBelow && hidden[column.hideBelow],
      )}
    >
      {column.isSortable ? (
        <button
          type="button"
          onClick={() => onSort?.(nextSort(column, sort))}
          className={cx(
            'inline-flex h-9 items-center gap-1.5 rounded-sm hover:text-foreground max-md:border max-md:border-input/60 max-md:px-3 md:-mx-2 md:px-2',
            direction && 'text-foreground',
          )}
        >
          {column.header}
          <SortIcon direction={direction} />
        </button>
      ) : (
        <span className={cx(column.isHeaderHidden && 'sr-only')}>{column.header}</span>
      )}
    </th>
  )
}

/** All visible rows, whatever else is selected. */
const SelectAll = <Row,>({
  rows,
  rowKey,
  selection,
}: Required<Pick<TableProps<Row>, 'rows' | 'rowKey' | 'selection'>>) => {
  if (!selection) return null
  const keys = rows.map(rowKey)
  const chosen = keys.filter((key) => selection.selected.has(key)).length
  return (
    <th
      role="columnheader"
      scope="col"
      className="z-10 bg-card max-md:flex max-md:h-9 max-md:shrink-0 max-md:items-center max-md:pe-2 md:sticky md:top-(--sticky-top,0px) md:h-10 md:w-13 md:border-b md:ps-5"
    >
      <Checkbox
        aria-label="Select all rows"
        disabled={keys.length === 0}
        checked={keys.length > 0 && chosen === keys.length}
        isMixed={chosen > 0 && chosen < keys.length}
        onCheckedChange={(isChecked) => selection.onSelect(new Set(isChecked ? keys : []))}
      />
    </th>
  )
}

const SelectRow = <Row,>({ row, rowKey, selection }: { row: Row; rowKey: RowKey; selection: Selection<Row> }) => (
  <td role="cell" className="max-md:order-0 md:h-11 md:border-b md:ps-5">
    <Checkbox
      aria-label={`Select ${selection.nameOf(row)}`}
      checked={selection.selected.has(rowKey)}
      onCheckedChange={(isChecked) => {
        const next = new Set(selection.selected)
        if (isChecked) next.add(rowKey)
        else next.delete(rowKey)
        selection.onSelect(next)
      }}
    />
  </td>
)

interface CellProps<Row> {
  column: Column<Row>
  as: 'th' | 'td'
  className: string
  children: ReactNode
}

const Cell = <Row,>({ column, as: Tag, className, children }: CellProps<Row>) => (
  <Tag
    role={Tag === 'th' ? 'rowheader' : 'cell'}
    scope={Tag === 'th' ? 'row' : undefined}
    data-fact={isFact(column) || undefined}
    className={cx(
      'text-ui max-md:empty:hidden md:h-11 md:border-b md:px-4 md:py-[3px] md:first:ps-5 md:last:pe-5',
      Tag === 'th' && 'text-left font-medium',
      column.isNumeric && 'num md:text-right',
      column.card === 'action' && 'md:text-right',
      column.hideBelow && hidden[column.hideBelow],
      className,
    )}
  >
    {column.card === 'labeled' && <span className="whitespace-pre md:hidden">{column.header} </span>}
    {children}
  </Tag>
)

/**
 * Rows of 44 px under a sticky header; below 768 px each row is a card of two lines. The roles are explicit because
 * browsers drop them from cells that are not laid out as a table.
 */
export const Table = <Row,>(props: TableProps<Row>) => {
  const { caption, columns, rows, rowKey, sort, onSort, selection, isLoading = false, empty } = props

  const row = (key: RowKey, cell: (column: Column<Row>) => ReactNode, titleTag: 'th' | 'td', choice?: ReactNode) => (
    <tr
      key={key}
      role="row"
      data-chosen={selection?.selected.has(key)}
      className="data-[chosen=true]:bg-raised/60 transition-colors last:*:border-b-0 hover:bg-raised/50 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-2 max-md:gap-y-1 max-md:border-b max-md:px-4 max-md:py-3 max-md:last:border-b-0 max-md:before:order-3 max-md:before:basis-full max-md:before:content-['']"
    >
      {choice}
      {columns.map((column, index) => (
        <Cell
          key={column.key}
          column={column}
          as={index === 0 ? titleTag : 'td'}
          className={cx(
            cardPlaces[column.card ?? (index === 0 ? 'title' : 'fact')],
            !isLoading && index > 0 && isFact(column) && factDot,
          )}
        >
          {cell(column)}
        </Cell>
      ))}
    </tr>
  )

  return (
    <>
      <table
        role="table"
        aria-busy={isLoading || undefined}
        className="w-full border-separate border-spacing-0 max-md:block"
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:block">
          <tr
            role="row"
            className={cx(
              'max-md:flex max-md:gap-2 max-md:overflow-x-auto max-md:[scrollbar-width:none]',
              (selection || columns.some((column) => column.isSortable)) && 'max-md:border-b max-md:px-4 max-md:py-2.5',
            )}
          >
            <SelectAll rows={rows} rowKey={rowKey} selection={selection} />
            {columns.map((column) => (
              <Header key={column.key} column={column} sort={sort} {...(onSort ? { onSort } : {})} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:block">
          {isLoading
            ? Array.from({ length: LOADING_ROWS }, (_, index) =>
                row(
                  index,
                  (column) => <Skeleton className={cx('h-4', column.isNumeric ? 'w-12 md:ml-auto' : 'w-24')} />,
                  'td',
                  selection && <td role="cell" className="max-md:hidden md:h-11 md:border-b" />,
                ),
              )
            : rows.map((each) =>
                row(
                  rowKey(each),
                  (column) => column.cell(each),
                  'th',
                  selection && <SelectRow row={each} rowKey={rowKey(each)} selection={selection} />,
                ),
              )}
        </tbody>
      </table>
      {!isLoading && rows.length === 0 && empty}
    </>
  )
}
