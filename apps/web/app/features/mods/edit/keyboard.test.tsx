import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  adminPictures,
  button,
  exampleAdminMod,
  exampleForm,
  field,
  showEditor,
  stand,
  user,
} from './testing/edit-stand.tsx'

test('price, category and the question before publishing are reached and answered with the keyboard alone', async () => {
  stand.mod = exampleAdminMod({
    form: exampleForm({ price: null, categoryId: null }),
    pictures: adminPictures('Front'),
  })
  stand.releases = [
    {
      id: 3,
      modId: 7,
      version: '1.0.0',
      changes: [],
      gameVersions: ['0.36'],
      status: 'draft',
      publishedAt: null,
      publishAt: null,
      announceAt: null,
      uploadId: 9,
      uploadStatus: 'ready',
      sizeBytes: 4_000,
      sha256: '',
      isCurrent: false,
      compatibility: [],
      copies: { capacity: null, failure: null },
    },
  ]
  await showEditor()
  field('Price').focus()
  await user.keyboard('0')
  await user.tab()
  await user.keyboard(' ')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Drift' }).checked).toBe(true)
  await waitFor(() => expect(screen.getByText('7 of 7')).toBeTruthy())

  const publish = button('Publish')
  publish.focus()
  await user.keyboard('{Enter}')
  const question = await screen.findByRole('dialog', { name: 'Put Tsukiro Senko on sale?' })
  expect(question.contains(document.activeElement)).toBe(true)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(publish)
})
