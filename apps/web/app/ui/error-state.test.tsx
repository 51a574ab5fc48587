import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError } from '#lib/request.ts'
import { ErrorState } from './error-state.tsx'

const TITLE = 'The orders could not be loaded.'
const busy = { code: 'server.busy', message: 'The store is closed for an hour.', requestId: 'req-7' }
const shown = () => screen.getByRole('alert').textContent

test('[CALL-10] an error state shows our title, the server’s message and the request id', () => {
  render(
    <ErrorState title={TITLE} error={new ApiError(503, JSON.stringify(busy), '')} description="Nothing is lost." />,
  )
  expect(shown()).toBe(`${TITLE}The store is closed for an hour.Nothing is lost.Request id req-7`)
})

test.each([
  ['an unreadable body', new ApiError(502, '<html>', 'Bad Gateway')],
  ['no response', new TypeError('Failed to fetch')],
])('[CALL-10] an error state with %s shows only our title', (_, error) => {
  render(<ErrorState title={TITLE} error={error} />)
  expect(shown()).toBe(TITLE)
})

test('[CALL-10] an error state does not repeat a message that equals its title', () => {
  render(<ErrorState title={busy.message} error={new ApiError(503, JSON.stringify(busy), '')} />)
  expect(shown()).toBe(`${busy.message}Request id req-7`)
})
