import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { showAt } from '#testing/pretend-store.tsx'
import { ServedList } from './served-list.tsx'

test('a list whose refetch failed says so above its items and can be fetched again', () => {
  const refetch = vi.fn()
  const first = { isPending: false, isFetching: false, error: new Error('offline'), refetch }
  const more = { load: () => {}, isLoading: false, error: null }
  showAt(
    '/',
    <ServedList
      list={{ first, items: ['Kestrel'], next: null, more }}
      step={10}
      failure="The mods could not be loaded."
      skeleton={null}
      focusOn="p"
    >
      {(items) => <p>{items}</p>}
    </ServedList>,
  )
  const failure = screen.getByText('The mods could not be loaded.')
  expect(failure.compareDocumentPosition(screen.getByText('Kestrel'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(refetch).toHaveBeenCalledOnce()
})
