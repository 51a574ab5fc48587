import { fireEvent, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Avatar } from '#ui/avatar.tsx'

test.each([
  ['mara', 'MA'],
  ['Mara Keller', 'MK'],
  ['tomasz_k', 'TK'],
  ['élodie-anne roux', 'ÉA'],
  ['', '?'],
])('an avatar of %o without a picture shows %s', (name, initials) => {
  expect(render(<Avatar name={name} />).container.textContent).toBe(initials)
})

test('a broken avatar falls back to initials, and a new picture is tried', () => {
  const { container, rerender } = render(<Avatar name="mara" src="/gone.webp" />)
  const picture = () => container.querySelector('img')
  fireEvent.error(picture() as HTMLImageElement)
  expect(picture()).toBeNull()
  rerender(<Avatar name="mara" src="/new.webp" />)
  expect(picture()?.getAttribute('src')).toBe('/new.webp')
})
