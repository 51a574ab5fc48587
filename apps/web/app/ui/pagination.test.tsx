// @vitest-environment jsdom
import '#testing/browser.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { LoadMore } from '#ui/load-more.tsx'
import { Pagination } from '#ui/pagination.tsx'

const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('the first page has no way back and the last no way on', async () => {
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

test('the total is written for people and the page size can be changed', async () => {
  const onPageSizeChange = vi.fn()
  render(<Pagination label="Orders" pageSize={20} total={1318} onPageSizeChange={onPageSizeChange} />)
  expect(screen.getByText('1,318 in total')).not.toBeNull()
  await userEvent.selectOptions(screen.getByLabelText('Per page'), '50')
  expect(onPageSizeChange).toHaveBeenCalledExactlyOnceWith(50)
})

test('loading more promises only what there is, and nothing at the end', async () => {
  const onLoadMore = vi.fn()
  const { rerender } = render(<LoadMore shown={12} total={30} step={12} onLoadMore={onLoadMore} />)
  await userEvent.click(button('Load 12 more'))
  expect(onLoadMore).toHaveBeenCalledOnce()

  rerender(<LoadMore shown={24} total={30} step={12} onLoadMore={onLoadMore} />)
  expect(button('Load 6 more')).not.toBeNull()
  expect(screen.getByText('24 of 30')).not.toBeNull()

  rerender(<LoadMore shown={30} total={30} step={12} onLoadMore={onLoadMore} />)
  expect(screen.queryByRole('button')).toBeNull()
})
