import { expect, test } from 'vitest'
import { chooseRoutes, ROUTES, vendorScript } from './routes.ts'

const names = (only: readonly string[]) => chooseRoutes(only).map(({ name }) => name)

test('without a choice all routes are measured, bare Fastify first', () => {
  expect(chooseRoutes([])).toEqual(ROUTES)
  expect(ROUTES[0]?.name).toBe('bare fastify')
})

test('a chosen route brings what it is compared with', () => {
  expect(names(['status 304'])).toEqual(['bare fastify', 'status 304'])
  expect(names(['home page'])).toEqual(['bare fastify', 'bytes of home page', 'home page'])
})

test('a name that no route has is refused with the names there are', () => {
  expect(() => chooseRoutes(['cart'])).toThrow('There is no route "cart". There are: bare fastify, redis get')
})

test('no two routes share a name, which their figures are kept under', () => {
  expect(new Set(ROUTES.map(({ name }) => name)).size).toBe(ROUTES.length)
})

test('the script file is the one with the libraries', () => {
  const page = '<link rel="modulepreload" href="/assets/root-1.js"/><script src="/assets/vendor-fe80ebee.js">'
  expect(vendorScript(page)).toBe('/assets/vendor-fe80ebee.js')
  expect(() => vendorScript('<p>no scripts</p>')).toThrow('names no vendor script')
})
