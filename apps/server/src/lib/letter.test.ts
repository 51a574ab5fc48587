import { expect, test } from 'vitest'
import { letter } from './letter.ts'

test('a letter has its paragraphs apart and the store’s name below', () => {
  const sender = { storeName: 'Harlan Works', contactEmail: 'help@harlan.example', publicUrl: 'https://harlan.example' }
  expect(letter('racer@customer.example', 'Hello', sender, 'One.', 'Two.')).toEqual({
    to: 'racer@customer.example',
    subject: 'Hello',
    text: 'One.\n\nTwo.\n\nHarlan Works\n',
  })
})
