import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { expect, test } from 'vitest'
import { pageAddresses } from './page-address.ts'

const route = (id: string, parentId: string | undefined, path: string | undefined, handle?: object) => ({
  id,
  parentId,
  ...(path === undefined ? {} : { path }),
  module: { handle },
})
const routes = Object.fromEntries(
  [
    route('root', undefined, ''),
    { ...route('layout', 'root', undefined) },
    { ...route('home', 'layout', undefined), index: true },
    route('mods', 'layout', 'mods', { query: ['q', 'category'] }),
    route('mod', 'layout', 'mods/:id'),
    route('edit', 'root', 'admin/products/edit/:id'),
    route('checkout', 'root', 'checkout', { presence: ['transaction'] }),
    route('nowhere', 'layout', '*'),
    route('nowhere in admin', 'root', 'admin/*'),
    route('admin', 'root', 'admin'),
  ].map((each) => [each.id, each]),
) as unknown as ServerBuild['routes']
const addressOf = pageAddresses({ routes, assets: { version: 'v7' } as ServerBuild['assets'] })

test.each([
  ['/', '/'],
  ['/?visit=1', '/'],
  ['/mods', '/mods'],
  ['/MODS/', '/mods'],
  ['/%6Dods', '/mods'],
  ['/mods?visit=1', '/mods'],
  ['/mods?category=b&x&q=a', '/mods?q=a&category=b'],
  ['/mods?q=a&q=b', '/mods?q=a&q=b'],
  ['/mods/7?q=a', '/mods/7'],
  ['/Mods/7/', '/mods/7'],
  ['/mods/7%2F8', '/mods/7%252F8'],
  ['/admin/PRODUCTS/edit/12', '/admin/products/edit/12'],
  ['/checkout?transaction=cs_1&x=2', '/checkout?transaction=1'],
  ['/wp-login.php', '/not-found'],
  ['/mods/7/8', '/not-found'],
  ['/admin/', '/admin'],
  ['/Admin/nope', '/admin/not-found'],
  ['/admin/products/edit/12/more', '/admin/not-found'],
  ['/administration', '/not-found'],
  ['//other.example/mods', '/not-found'],
  ['/%', '/not-found'],
  ['/_.data', '/_.data'],
  ['/mods.data?_routes=mods&visit=1', '/mods.data?_routes=mods'],
  ['/mods.data?_routes=nobody,mods,layout', '/mods.data?_routes=layout%2Cmods'],
  ['/nowhere.data?_routes=a', '/not-found.data'],
  [
    '/__manifest?version=v7&paths=/mods/3,/mods/1,/x,/y,/mods&z=1',
    '/__manifest?paths=%2Fmods%2C%2Fmods%2F1%2C%2Fnot-found&version=v7',
  ],
  ['/__manifest?version=invented&paths=/mods', '/__manifest?paths=%2Fmods&version=outdated'],
])('the URL %s is rendered and cached as %s', (asked, url) => {
  expect(addressOf(asked).url).toBe(url)
})

test('only pages with query parameters of their own render in the passing lane', () => {
  expect(addressOf('/mods?visit=1').lane).toBe('common')
  expect(addressOf('/mods.data?_routes=mods').lane).toBe('common')
  expect(addressOf('/mods?q=a').lane).toBe('passing')
})

const tree = (parentId?: string): RouteObject[] =>
  Object.values(routes)
    .filter((each) => each !== undefined && each.parentId === parentId)
    .map(
      (each) =>
        ({
          id: each?.id,
          path: each?.path,
          index: each?.index,
          children: each?.index ? undefined : tree(each?.id),
        }) as RouteObject,
    )

test.each([
  '/',
  '/mods',
  '/Mods/',
  '/mods/7',
  '/mods/7/8',
  '/admin/products/edit/3',
  '/admin',
  '/admin/x/y',
  '/nowhere',
  '/mods/%20',
])('React Router renders the same route for %s and for its cache key', (asked) => {
  const leafOf = (path: string) => matchRoutes(tree(), path)?.at(-1)?.route.id
  expect(leafOf(addressOf(asked).url)).toBe(leafOf(asked))
})
