import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { open, stand } from '#testing/stand.tsx'
import { Footer } from './footer.tsx'

const STORE = { ...DEFAULT_SETTINGS, givesDiscordRole: false }

beforeEach(() => {
  stand.answers['GET /api/site/store'] = () => Response.json({})
})

test('[FOOT-01] the footer has the blurb and the social links of the settings', async () => {
  const socialLinks = [
    { network: 'discord', url: 'https://discord.example/garage' },
    { network: 'youtube', url: 'https://video.example/@garage' },
  ]
  stand.answers['GET /api/site/store'] = () => Response.json({ ...STORE, blurb: 'Built on Sundays.', socialLinks })
  open(<Footer />)
  expect(await screen.findByText('Built on Sundays.')).toBeTruthy()
  const links = within(screen.getByRole('list', { name: 'Social links' })).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Discord', 'https://discord.example/garage'],
    ['YouTube', 'https://video.example/@garage'],
  ])
})

test('[FOOT-01] without social links the footer has no list of them', async () => {
  stand.answers['GET /api/site/store'] = () => Response.json({ ...STORE, blurb: 'Built on Sundays.', socialLinks: [] })
  open(<Footer />)
  expect(await screen.findByText('Built on Sundays.')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Social links' })).toBeNull()
})

const linksOf = (list: string) =>
  within(screen.getByRole('navigation', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')])

test('[FOOT-02] the quick links lead home, to all mods, to their categories and to the locker', () => {
  open(<Footer />)
  expect(linksOf('Quick Links')).toEqual([
    ['Home', '/'],
    ['All Mods', '/mods'],
    ['Categories', '/mods#categories'],
    ['My Mod Locker', '/mod-locker'],
  ])
})

test('[FOOT-03] the legal and support links lead to the policies and to the contact page', () => {
  open(<Footer />)
  expect(linksOf('Legal & Support')).toEqual([
    ['Terms', '/terms'],
    ['Privacy', '/privacy'],
    ['Refund Policy', '/refund-policy'],
    ['Contact Us', '/contact'],
  ])
})

test('[FOOT-04] the footer names the payment provider and says that the store is independent', async () => {
  stand.answers['GET /api/site/store'] = () => Response.json({ ...STORE, gameName: 'Test Drive Sim' })
  open(<Footer />)
  // The note reads 'Secured by' and the name of the payment provider.
  expect(screen.getByRole('heading', { name: 'Secured by Stripe' })).toBeTruthy()
  expect(await screen.findByText(/is not affiliated with, .* the makers of Test Drive Sim/)).toBeTruthy()
})
