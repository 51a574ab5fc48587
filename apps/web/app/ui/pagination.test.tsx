import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LoadMore } from '#ui/load-more.tsx'
import { Pagination } from '#ui/pagination.tsx'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('Previous is disabled on the first page and Next on the last', async () => {
  const onNext = vi.fn()
  const onPrevious = vi.fn()
  const { rerender } = render(<Pagination label="Orders" pageSize={20} onNext={onNext} />)
  expect(button('Previous').disabled).toBe(true)
  await userEvent.click(button('Next'))
  expect(onNext).toHaveBeenCalledOnce()

  rerender(<Pagination label="Orders" pageSize={20} onPrevious={onPrevious} />)
  expect(button('Next').disabled).toBe(true)
  await userEvent.click(button('Previous'))
  expect(onPrevious).toHaveBeenCalledOnce()
})

test('the total is formatted and the page size can be changed', async () => {
  const onPageSizeChange = vi.fn()
  render(<Pagination label="Orders" pageSize={20} total={1318} onPageSizeChange={onPageSizeChange} />)
  expect(screen.getByText('1,318 in total')).not.toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Per page'), '50')
  expect(onPageSizeChange).toHaveBeenCalledExactlyOnceWith(50)
})

test('"Load more" shows the number left and disappears at the end', async () => {
  const onLoadMore = vi.fn()
  const more = (shown: number) => (
    <LoadMore
      shown={shown}
      total={{ count: 30, orMore: false }}
      step={12}
      hasMore={shown < 30}
      onLoadMore={onLoadMore}
    />
  )
  const { rerender } = render(more(12))
  await userEvent.click(button('Load 12 more'))
  expect(onLoadMore).toHaveBeenCalledOnce()

  rerender(more(24))
  expect(button('Load 6 more')).not.toBeNull()
  expect(screen.getByText('24 of 30')).not.toBeNull()

  rerender(more(30))
  expect(screen.queryByRole('button')).toBeNull()
})

test('"Load more" marks a capped total with a plus sign and shows no total for an uncounted list', () => {
  const { rerender } = render(
    <LoadMore shown={25} total={{ count: 1_000, orMore: true }} step={25} hasMore onLoadMore={vi.fn()} />,
  )
  expect(screen.getByText('25 of 1,000+')).not.toBeNull()
  rerender(<LoadMore shown={25} step={25} hasMore onLoadMore={vi.fn()} />)
  expect(screen.getByText('25 shown')).not.toBeNull()
})
