import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { open, stand } from '#features/auth/testing/auth-stand.tsx'
import { Footer } from './footer.tsx'

beforeEach(() => {
  stand.answers['GET /api/site/store'] = () => Response.json({})
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
