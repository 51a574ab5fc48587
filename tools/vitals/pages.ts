import type { Page } from '@playwright/test'

/** A demo account, or nobody. */
export type Person = 'demo_customer' | 'demo_admin' | null

export interface MeasuredPage {
  path: string
  as: Person
  /** The first thing a visitor does there. */
  act: (page: Page) => Promise<void>
}

const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).tap()
const openAdminMenu = (page: Page) => page.getByRole('button', { name: 'Open Menu' }).tap()
const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('button', { name }).first().tap()

export const PAGES: readonly MeasuredPage[] = [
  { path: '/', as: null, act: openMenu },
  { path: '/mods', as: null, act: (page) => page.getByRole('button', { name: 'Filters' }).first().tap() },
  { path: '/mods/1', as: null, act: button(/^Rear$/) },
  { path: '/cart', as: 'demo_customer', act: openMenu },
  { path: '/checkout', as: 'demo_customer', act: (page) => page.getByRole('checkbox').first().tap() },
  { path: '/mod-locker', as: 'demo_customer', act: button(/^More/) },
  { path: '/profile', as: 'demo_customer', act: openMenu },
  { path: '/tickets', as: 'demo_customer', act: openMenu },
  { path: '/admin', as: 'demo_admin', act: openAdminMenu },
  { path: '/admin/orders', as: 'demo_admin', act: openAdminMenu },
  { path: '/admin/settings', as: 'demo_admin', act: openAdminMenu },
]
