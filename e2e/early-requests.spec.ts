import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { createPerson, openAwake, signIn } from './people.ts'
import { expect, test } from './store.ts'

/** The API requests that the document sends without its code, which never arrives here. */
const askedWithoutCode = async (page: Page, path: string) => {
  // The previous page sends requests until the next one has arrived.
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) asked.push(pathname)
  })
  await page.route('**/assets/*.js', () => undefined)
  await page.goto(path, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  return asked
}

test('the locker of a signed-in user is requested once, before the page’s code has arrived, and a visitor’s never', async ({
  page,
}) => {
  expect(await askedWithoutCode(page, '/mod-locker')).toEqual([])

  await page.unrouteAll()
  const { username } = await createPerson()
  await signIn(page, username)
  const early = await askedWithoutCode(page, '/mod-locker')
  await expect.poll(() => early).toEqual([api('/api/site/status'), api('/api/auth/user'), api('/api/locker')])

  await page.unrouteAll()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await openAwake(page, '/mod-locker')
  await expect(page.getByRole('main').getByRole('link', { name: /mods/i }).first()).toBeVisible()
  expect(asked.filter((path) => path === '/api/locker')).toEqual(['/api/locker'])
  expect(asked.filter((path) => path === '/api/auth/user')).toEqual(['/api/auth/user'])
})
