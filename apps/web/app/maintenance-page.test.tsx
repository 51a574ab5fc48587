import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { admin, mara, open, stand } from '#testing/stand.tsx'
import Maintenance from './routes/maintenance.tsx'

const openDuring = (maintenanceMode: boolean) => {
  stand.answers['GET /api/site/status'] = () => Response.json({ maintenanceMode })
  open(<Maintenance />, '/maintenance')
}
const links = () => screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)

test.each([
  ['a visitor', null, 'Login /login'],
  ['a customer', mara, 'Login /login'],
  ['an administrator', admin, 'Admin Dashboard /admin'],
])('[GATE-03] the maintenance screen of %s has its specified texts and link', async (_, person, link) => {
  if (person) stand.signedInAs(person)
  openDuring(true)
  expect(await screen.findByRole('heading', { name: "We'll be back soon!" })).toBeTruthy()
  expect(screen.getByText('Maintenance Mode')).toBeTruthy()
  expect(
    screen.getByText('Our site is currently undergoing scheduled maintenance to bring you an even better experience.'),
  ).toBeTruthy()
  await screen.findByText(link.split(' /')[0] ?? '')
  expect(links()).toEqual([link])
})

test('[ROUTE-01] /maintenance says that the store is open and leads home', async () => {
  openDuring(false)
  expect(await screen.findByRole('heading', { name: 'The store is open' })).toBeTruthy()
  expect(links()).toEqual(['Go Home /'])
})
