// @vitest-environment jsdom
import '#testing/browser.ts'
import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '#ui/avatar.tsx'

test.each([
  ['mara', 'MA'],
  ['Mara Keller', 'MK'],
  ['tomasz_k', 'TK'],
  ['élodie-anne roux', 'ÉA'],
  ['', '?'],
])('without a picture %o is drawn as %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials)
})

test('a picture that cannot be loaded gives way to the initials, and a new one gets its chance', () => {
  const { container, rerender } = render(<Avatar name="mara" src="/gone.webp" />)
  const picture = () => container.querySelector('img')
  fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  rerender(<Avatar name="mara" src="/new.webp" />)
  expect(picture()?.getAttribute('src')).toBe('/new.webp')
})
