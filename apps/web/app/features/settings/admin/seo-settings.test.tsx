// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/settings-admin'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pretendSettings } from '../testing/pretend-settings.tsx'
import { SeoSettings } from './seo-settings.tsx'

configure({ asyncUtilTimeout: 10_000 })

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))

test('[ROUTE-18] the search and chat previews follow what is typed', async () => {
  await pretendSettings('/admin/settings/seo', <SeoSettings />, 'Title of the home page')
  expect(screen.getAllByText('Slipstream: premium vehicle mods')).toHaveLength(2)
  type('Title of the home page', 'Loud cars for BeamNG')
  expect(screen.getAllByText('Loud cars for BeamNG')).toHaveLength(2)
  type('Description of the home page', 'x'.repeat(170))
  expect(screen.getByText(`${'x'.repeat(159)}…`)).toBeTruthy()
  expect(screen.getByText('x'.repeat(170), { selector: 'p' })).toBeTruthy()
})

test('a store can be hidden from search engines', async () => {
  const { sent } = await pretendSettings('/admin/settings/seo', <SeoSettings />, 'Title of the home page')
  fireEvent.click(screen.getByLabelText('List the store in search engines'))
  expect(screen.getByText('Not listed')).toBeTruthy()
  save()
  await waitFor(() => expect(sent()).toEqual([{ isListed: false }]))
})

test('a pasted verification tag is reduced to its code, and anything else is refused', async () => {
  const { sent } = await pretendSettings('/admin/settings/seo', <SeoSettings />, 'Title of the home page')
  type('Google verification code', '<meta name="google-site-verification" content="abc-123" />')
  expect(screen.getByLabelText<HTMLInputElement>('Google verification code').value).toBe('abc-123')
  type('Bing verification code', 'two words')
  save()
  await screen.findByText(/^Enter only the code/)
  expect(sent()).toEqual([])
})
