import { expect, test } from 'vitest'
import { chooseRoutes, ROUTES, vendorScript } from './routes.ts'

const names = (only: readonly string[]) => chooseRoutes(only).map(({ name }) => name)

test('without a choice all routes are measured, bare Fastify first', () => {
  expect(chooseRoutes([])).toEqual(ROUTES)
  expect(ROUTES[0]?.name).toBe('bare fastify')
})

test('choosing a route also measures the routes it is compared with', () => {
  expect(names(['status 304'])).toEqual(['bare fastify', 'status 304'])
  expect(names(['home page'])).toEqual(['bare fastify', 'bytes of home page', 'home page'])
})

test('an unknown route name is refused with the list of known names', () => {
  expect(() => chooseRoutes(['cart'])).toThrow('Unknown route "cart". Known routes: bare fastify, bare post, redis get')
})

test('no two routes share a name, because figures are stored by name', () => {
  expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length)
})

test('the measured script file is the vendor chunk', () => {
  const page = '<link rel="modulepreload" href="/assets/root-1.js"/><script src="/assets/vendor-fe80ebee.js">'
  expect(vendorScript(page)).toBe('/assets/vendor-fe80ebee.js')
  expect(() => vendorScript('<p>no scripts</p>')).toThrow('names no vendor script')
})
