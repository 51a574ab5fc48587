import { expect, test } from '@playwright/test'
import { dropDatabase } from '@slipstream/db/testing/test-database'
import { startStore, type StoreProcess } from './store-process.ts'
import { store } from './store.ts'

const NAME = `e2e_away_${process.pid}`
let server: StoreProcess

test.beforeAll(async () => {
  const shared = store.environment()
  const environment = { ...shared, DATABASE_URL: await store.copyDemo(NAME) }
  // Its own Redis database, so that it finds no entries of the other servers.
  server = await startStore({ ...environment, REDIS_URL: new URL('/9', shared.REDIS_URL).href }, store.freePort(7))
})
test.afterAll(async () => {
  await server.stop()
  await dropDatabase(store.environment().DATABASE_URL, NAME)
})

test('without its database the store serves cached pages, rejects the rest with a clear error, and caches no failures', async () => {
  await dropDatabase(store.environment().DATABASE_URL, NAME)

  const team = await fetch(`${server.url}/api/team/members`)
  expect(team.status).toBe(503)
  expect(team.headers.get('retry-after')).toBe('2')
  expect(team.headers.get('cache-control')).toBe('private, no-store')
  expect(await team.json()).toMatchObject({ code: 'server.busy' })

  const status = await fetch(`${server.url}/api/site/status`)
  expect(await status.json()).toEqual({ maintenanceMode: false })

  const about = await fetch(`${server.url}/about`)
  expect(about.status).toBe(200)
  expect(about.headers.get('cache-control')).toBe('private, no-store')
  expect(await about.text()).toContain('A small workshop with a loud dyno')
  expect((await fetch(`${server.url}/terms`)).headers.get('cache-control')).toContain('public')

  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${server.privateUrl}/readyz`)).status).toBe(503)
})
