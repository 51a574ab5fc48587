import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ComponentProps, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '#lib/request.ts'
import { DataTable } from '#ui/data-table.tsx'
import type { RowKey } from '#ui/table.tsx'

vi.setConfig({ testTimeout: 30_000 })

interface Mod {
  id: number
  title: string
}

const mods: Mod[] = [
  { id: 1, title: 'Kestrel R4 Rally' },
  { id: 2, title: 'Orsana Aurelion' },
]
const answered = { isPending: false, isFetching: false, error: null, refetch: vi.fn() }

type Props = Partial<ComponentProps<typeof DataTable<Mod>>>

const Mods = (props: Props) => {
  const [selected, onSelect] = useState<ReadonlySet<RowKey>>(new Set())
  return (
    <DataTable
      caption="Mods"
      columns={[{ key: 'title', header: 'Mod', cell: (mod) => mod.title }]}
      rows={mods}
      rowKey={({ id }) => id}
      query={answered}
      failure="The mods could not be loaded."
      empty="No mods match these filters."
      selection={{
        selected,
        onSelect,
        nameOf: ({ title }) => title,
        actions: (selected) => <p>Publish {selected.map(({ title }) => title).join(' and ')}</p>,
      }}
      {...props}
    />
  )
}

const choose = (name: string) => userEvent.click(screen.getByRole('checkbox', { name }))
const bar = () => screen.queryByRole('region', { name: 'Selected rows' })
const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' })

test('bulk actions show while rows are selected', async () => {
  render(<Mods />)
  expect(bar()).toBeNull()
  await choose('Select Orsana Aurelion')
  expect(bar()?.textContent).toContain('1 selected')
  expect(bar()?.textContent).toContain('Publish Orsana Aurelion')
  expect(all().indeterminate).toBe(true)
  await choose('Select Orsana Aurelion')
  expect(bar()).toBeNull()
})

test('one checkbox selects all rows, and one button clears the selection', async () => {
  render(<Mods />)
  await choose('Select all rows')
  expect(bar()?.textContent).toContain('Publish Kestrel R4 Rally and Orsana Aurelion')
  expect(all().checked).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(bar()).toBeNull()
  expect(all().checked).toBe(false)
})

test('bulk actions ignore selected rows that the list no longer shows', async () => {
  const { rerender } = render(<Mods />)
  await choose('Select all rows')
  rerender(<Mods rows={mods.slice(1)} />)
  expect(bar()?.textContent).toContain('1 selected')
  expect(bar()?.textContent).not.toContain('Kestrel')
})

test('[CALL-10] a table that fails to load shows the server’s message and the request id, and can be retried', async () => {
  const refetch = vi.fn()
  const error = new ApiError(503, JSON.stringify({ message: 'Come back later.', requestId: 'req-9' }), '')
  render(<Mods rows={[]} query={{ ...answered, error, refetch }} />)
  expect(screen.getByRole('alert').textContent).toContain('The mods could not be loaded.')
  expect(screen.getByText('Come back later.')).not.toBeNull()
  expect(screen.getByText('req-9')).not.toBeNull()
  expect(screen.queryByText('No mods match these filters.')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

test('rows stay visible with a notice when a refetch fails', () => {
  render(<Mods query={{ ...answered, error: new Error('503') }} />)
  expect(screen.getByRole('alert').textContent).toContain('What you see may be out of date.')
  expect(screen.getAllByRole('rowheader')).toHaveLength(2)
})

test('the table footer is shown only with rows', () => {
  const foot = { step: 25, total: { count: 2, orMore: false } }
  const { rerender } = render(<Mods {...foot} />)
  expect(screen.getByText('2 of 2')).not.toBeNull()
  rerender(<Mods {...foot} rows={[]} />)
  expect(screen.queryByText('2 of 2')).toBeNull()
  expect(screen.getByText('No mods match these filters.')).not.toBeNull()
})

test('loading more rows moves the focus to the first new one, unless it has been moved meanwhile', async () => {
  const fetchNextPage = vi.fn()
  const query = { ...answered, hasNextPage: true, fetchNextPage }
  const three = [...mods, { id: 3, title: 'Senko' }]
  const { rerender } = render(<Mods step={2} query={query} />)
  await userEvent.click(screen.getByRole('button', { name: 'Load 2 more' }))
  expect(fetchNextPage).toHaveBeenCalledOnce()
  rerender(<Mods step={2} query={query} rows={three} />)
  expect(document.activeElement).toBe(screen.getByRole('row', { name: /Senko/ }))

  await userEvent.click(screen.getByRole('button', { name: 'Load 2 more' }))
  all().focus()
  rerender(<Mods step={2} query={query} rows={[...three, { id: 4, title: 'Brigand' }]} />)
  expect(document.activeElement).toBe(all())
})
