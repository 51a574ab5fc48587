import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { EmailText } from './email-text.tsx'

test('an e-mail address may break after its @ and its dots only', () => {
  const { container } = render(<EmailText address="racer.one@mail.example" />)
  expect(container.innerHTML).toBe('racer.<wbr>one@<wbr>mail.<wbr>example')
})
