import { expect, test } from 'vitest'
import { ADMIN_PAGES } from '../admin-pages.ts'
import { ADMIN_PAGE_GROUPS, DEVELOPER_PAGE } from './admin-page-list.ts'
import { ACTIONS, bestFits, fitOf, PAGE_WORDS, pagesFor } from './admin-palette-words.ts'

const everybody = { isDeveloper: false }
const pages = ADMIN_PAGE_GROUPS.flatMap((group) => group.pages)
const found = (text: string, user = everybody) =>
  bestFits(text, pagesFor(user), ({ label, words }) => fitOf(text, label, words)).map(({ label }) => label)

/** Aliases of a listed page, and pages of a single record. */
const NOT_LISTED = new Set([
  '/admin/products/create-mod',
  '/admin/mods/create',
  '/admin/products/edit/:id',
  '/admin/mods/featured',
  '/admin/mods/categories',
  '/admin/mods/reviews',
  '/admin/order-management',
])

test('the page list has every admin address except aliases and pages of single records', () => {
  const addresses = Object.values<readonly string[]>(ADMIN_PAGES)
    .flat()
    .map((path) => (path === '' ? '/admin' : `/admin/${path}`))
  const listed = new Set(pages.map(({ to }) => to.split('?')[0]))
  expect(addresses.filter((address) => !listed.has(address) && !NOT_LISTED.has(address))).toEqual([])
  expect([...listed].filter((address) => !addresses.includes(address ?? ''))).toEqual([])
})

test('every admin page has search keywords, and no keywords belong to a missing page', () => {
  const addresses = [...pages, DEVELOPER_PAGE].map(({ to }) => to)
  expect(addresses.filter((to) => !PAGE_WORDS[to])).toEqual([])
  expect(Object.keys(PAGE_WORDS).filter((to) => !addresses.some((each) => each === to))).toEqual([])
})

test.each([
  ['refund', 'Refund requests'],
  ['voucher', 'Coupons'],
  ['vat tax', 'none'],
  ['2fa', 'Security'],
  ['e-mail letters', 'Mail templates'],
  ['banned', 'Banned Users'],
  ['compat', 'Compatibility board'],
  ['support over', 'Support overview'],
  ['user track', 'User tracking'],
  ['gdpr', 'Privacy Policy'],
  ['EARNINGS', 'Sales Report'],
])('searching for "%s" shows %s first', (text, first) => {
  expect(found(text)[0] ?? 'none').toBe(first)
})

test('"mail" and "communications" find the pages about messages to customers', () => {
  expect(found('mail')).toEqual(['Mail templates', 'Newsletter'])
  expect(found('communications')).toEqual(['Notifications', 'Newsletter', 'Mail templates', 'Discord'])
})

test('only the developer finds the Developer Panel', () => {
  expect(found('developer')).toEqual([])
  expect(found('developer', { isDeveloper: true })).toEqual(['Developer Panel'])
})

test('a page that is also an action is listed only as an action', () => {
  expect(found('create')).toEqual([])
  expect(bestFits('create', ACTIONS, ({ label, words }) => fitOf('create', label, words))[0]?.label).toBe('Create mod')
})

test('every action leads to a listed page', () => {
  const addresses = new Set(pages.map(({ to }) => to))
  expect(ACTIONS.filter(({ to }) => !addresses.has(to))).toEqual([])
})
