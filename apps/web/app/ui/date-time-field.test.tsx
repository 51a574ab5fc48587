import { fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DateTimeField } from '#ui/date-time-field.tsx'

// A time zone two hours ahead of UTC in summer and one in winter.
beforeEach(() => vi.stubEnv('TZ', 'Europe/Berlin'))
afterEach(() => vi.unstubAllEnvs())

const show = (value: string | null) => {
  const onChange = vi.fn()
  render(<DateTimeField label="Publish at" value={value} onChange={onChange} />)
  return { onChange, field: screen.getByLabelText<HTMLInputElement>('Publish at') }
}

test.each([
  ['2026-07-01T16:30:00.000Z', '2026-07-01T18:30'],
  ['2026-12-01T16:30:00.000Z', '2026-12-01T17:30'],
])('the time %s is shown as local time %s, and a changed time is passed on in UTC', (moment, local) => {
  const { onChange, field } = show(moment)
  expect(field.value).toBe(local)
  fireEvent.change(field, { target: { value: '2026-01-01T00:00' } })
  expect(onChange).toHaveBeenLastCalledWith('2025-12-31T23:00:00.000Z')
})

test('an emptied date field has no value', () => {
  const { onChange, field } = show('2026-07-01T16:30:00.000Z')
  fireEvent.change(field, { target: { value: '' } })
  expect(onChange).toHaveBeenLastCalledWith(null)
})

test('the date field names its time zone', () => {
  const { field } = show(null)
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /Your time, (GMT|UTC)/,
  )
})
