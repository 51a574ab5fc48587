import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { type Column, type Sort, Table } from '#ui/table.tsx'

interface Order {
  id: number
  mod: string
  total: number
}

const columns: readonly Column<Order>[] = [
  { key: 'mod', header: 'Mod', isSortable: true, cell: (order) => order.mod },
  { key: 'total', header: 'Total', isSortable: true, isNumeric: true, cell: (order) => `$${order.total}` },
  { key: 'note', header: 'Note', cell: () => 'none' },
]
const rows = [
  { id: 1, mod: 'Kestrel R4 Rally', total: 17 },
  { id: 2, mod: 'Orsana Aurelion', total: 25 },
]

const renderSorted = (sort?: Sort) => {
  const onSort = vi.fn()
  render(<Table caption="Orders" columns={columns} rows={rows} rowKey={({ id }) => id} sort={sort} onSort={onSort} />)
  return onSort
}

const sortOf = (name: string) => screen.getByRole('columnheader', { name }).getAttribute('aria-sort')

test('a table has a caption, and the first cell is the row header', () => {
  renderSorted()
  const table = screen.getByRole('table', { name: 'Orders' })
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['Kestrel R4 Rally', 'Orsana Aurelion'])
})

test('aria-sort is the direction on the sorted column, none on sortable columns and absent on the rest', () => {
  renderSorted({ key: 'total', direction: 'desc' })
  expect(sortOf('Total')).toBe('descending')
  expect(sortOf('Mod')).toBe('none')
  expect(sortOf('Note')).toBeNull()
})

test.each<[string, Sort | undefined, Sort]>([
  ['Mod', undefined, { key: 'mod', direction: 'asc' }],
  ['Mod', { key: 'mod', direction: 'asc' }, { key: 'mod', direction: 'desc' }],
  ['Mod', { key: 'mod', direction: 'desc' }, { key: 'mod', direction: 'asc' }],
  ['Total', { key: 'mod', direction: 'asc' }, { key: 'total', direction: 'desc' }],
])('pressing %s when sorted by %o sorts by %o', async (header, before, after) => {
  const onSort = renderSorted(before)
  await userEvent.click(screen.getByRole('button', { name: header }))
  expect(onSort).toHaveBeenCalledExactlyOnceWith(after)
})

test('an empty table shows its empty state, but not while loading', () => {
  const table = (isLoading: boolean) => (
    <Table
      caption="Orders"
      columns={columns}
      rows={[]}
      rowKey={({ id }) => id}
      isLoading={isLoading}
      empty="No orders in this period."
    />
  )
  const { rerender } = render(table(true))
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  expect(screen.queryByText('No orders in this period.')).toBeNull()
  rerender(table(false))
  expect(screen.getByText('No orders in this period.')).not.toBeNull()
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBeNull()
})
