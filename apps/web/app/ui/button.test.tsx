import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button } from '#ui/button.tsx'

test('a busy button keeps the focus and does not submit the form again', async () => {
  const onSubmit = vi.fn((event: SubmitEvent) => event.preventDefault())
  const form = (isLoading: boolean) => (
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <Button type="submit" isLoading={isLoading}>
        Pay $30.98
      </Button>
    </form>
  )
  const { rerender } = render(form(false))
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  rerender(form(true))

  const button = screen.getByRole('button', { name: 'Pay $30.98' })
  expect(document.activeElement).toBe(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  await userEvent.keyboard('{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a button submits a form only with type submit', async () => {
  const onSubmit = vi.fn()
  render(
    <form onSubmit={onSubmit}>
      <Button>Show password</Button>
    </form>,
  )
  await userEvent.click(screen.getByRole('button'))
  expect(onSubmit).not.toHaveBeenCalled()
})

test('a link styled as a button stays a link', () => {
  render(
    <Button asChild variant="primary">
      <a href="/mods">Browse mods</a>
    </Button>,
  )
  expect(screen.getByRole('link', { name: 'Browse mods' }).getAttribute('href')).toBe('/mods')
  expect(screen.queryByRole('button')).toBeNull()
})
