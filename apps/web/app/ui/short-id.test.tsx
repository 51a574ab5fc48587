import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ShortId } from '#ui/short-id.tsx'

test('a long id shows its first ten characters and copies the whole id', async () => {
  const user = userEvent.setup()
  render(<ShortId id="pi_3Qz81LKd0yTmnB2c" label="payment id" />)
  expect(screen.getByText('pi_3Qz81LK…')).not.toBeNull()
  await user.click(screen.getByRole('button', { name: 'Copy payment id' }))
  expect(await navigator.clipboard.readText()).toBe('pi_3Qz81LKd0yTmnB2c')
  expect(screen.getByText('Copied')).not.toBeNull()
})
