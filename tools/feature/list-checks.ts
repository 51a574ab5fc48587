/** Hand-kept lists that a test compares with the code; the checklist names them before the test does. */
import {
  callOf,
  type Check,
  exportsOf,
  filesIn,
  has,
  lacks,
  listed,
  lookAt,
  mentions,
  notNeeded,
  personalTables,
  read,
  serverFiles,
  webFiles,
} from './item.ts'
import { SERVER } from './repository.ts'

const PLACES = {
  retention: 'apps/server/src/all-retention.ts',
  auditedWrites: 'apps/server/src/features/audit/audited-writes.test.ts',
  scheduled: 'apps/server/src/lib/jobs/jobs.test.ts',
  caches: 'docs/caches.md',
  queries: 'apps/web/app/lib/query-keys.ts',
  adminQueries: 'apps/web/app/lib/admin-query-keys.ts',
  publicQueries: 'apps/web/app/lib/personal-queries.ts',
  fuzzer: 'tools/fuzz',
  visibility: 'apps/server/src/features/catalogue/mod-visibility.test.ts',
  modCaches: 'apps/server/src/features/catalogue/mod-caches.test.ts',
  showingMods: 'apps/web/app/lib/showing-mods.ts',
  tabs: 'apps/web/app/features/catalogue/details/section-tabs.tsx',
  adminPages: 'apps/web/app/admin-pages.ts',
  adminSearch: 'apps/web/app/shell/admin-page-list.ts',
  hostileTexts: 'e2e/xss-seed.ts',
} as const

const retention: Check = (feature) => {
  const names = personalTables(feature).map(({ name }) => name)
  if (names.length === 0) return notNeeded('retention', 'no table refers to users')
  const rules = filesIn(feature, SERVER, /\.retention\.ts$/)
    .map((file) => read(feature, file))
    .join('\n')
  const all = read(feature, PLACES.retention)
  const own = exportsOf(feature, serverFiles(feature, /\.retention\.ts$/), /export const (\w+Retention)\b/g)
  const forgotten = own.filter((name) => !all.includes(`...${name}`))
  if (forgotten.length > 0) return lacks('retention', `${PLACES.retention}: add ${forgotten.join(', ')}`)
  return listed('retention', PLACES.retention, names, (name) => {
    const isExcused = new RegExp(`^  ${name}: `, 'm').test(all)
    return isExcused || rules.includes(`'${name}'`)
  })
}

const auditedWrites: Check = (feature) => {
  const writes = feature.endpoints.filter(({ method, access }) => method !== 'GET' && access === 'admin')
  if (writes.length === 0) return notNeeded('audited writes', 'administrators change nothing')
  const lists = [PLACES.auditedWrites, ...filesIn(feature, 'apps/server/src/testing', /-writes\.ts$/)]
  const text = lists.map((file) => read(feature, file)).join('\n')
  return listed('audited writes', PLACES.auditedWrites, writes.map(callOf), (call) =>
    new RegExp(`'${call.replaceAll('/', '\\/')}[':]`).test(text),
  )
}

const schedule: Check = (feature) => {
  const files = serverFiles(feature, /\.jobs\.ts$/)
  const text = files.map((file) => read(feature, file)).join('\n')
  const names = [...text.matchAll(/'([a-z_]+\.[a-z_]+)': \{\s*cron/g)].map(([, name = '']) => name)
  if (names.length === 0) return notNeeded('schedule', 'no job follows the clock')
  return listed('schedule', PLACES.scheduled, names, (name) => read(feature, PLACES.scheduled).includes(`'${name}'`))
}

/** As in apps/server/src/lib/cache/caches.test.ts. */
const BUILDS_CACHE = /from 'lru-cache'|\bexpiringCache<|\bredis\.attempt\(/

const caches: Check = (feature) => {
  const files = serverFiles(feature, /\.ts$/).filter(
    (file) => !file.endsWith('.test.ts') && BUILDS_CACHE.test(read(feature, file)),
  )
  if (files.length === 0) return notNeeded('caches', 'builds no cache of its own')
  const text = read(feature, PLACES.caches)
  return listed('caches', PLACES.caches, files, (file) => text.includes(`\`${file.slice('apps/server/src/'.length)}\``))
}

/** Addresses that a page reads. Only a person knows whether a page reads this one, or only links to it. */
const queries: Check = (feature) => {
  if (webFiles(feature, /./).length === 0) return notNeeded('queries', 'no web folder')
  const reads = feature.endpoints.filter(({ method }) => method === 'GET')
  const text = read(feature, PLACES.queries) + read(feature, PLACES.adminQueries)
  const unlisted = reads.filter(({ path }) => !text.includes(`'${path}'`))
  if (unlisted.length > 0)
    return lookAt('queries', `${PLACES.queries} or ${PLACES.adminQueries}: ${unlisted.map(callOf).join(', ')}?`)
  const open = reads.filter(({ access }) => access === 'public').map(({ path }) => nameOf(text, path))
  return listed('queries', PLACES.publicQueries, open, (name) =>
    read(feature, PLACES.publicQueries).includes(`PATHS.${name},`),
  )
}

const nameOf = (text: string, path: string) =>
  [...text.matchAll(/(\w+): '([^']+)'/g)].find(([, , value]) => value === path)?.[1] ?? path

/** Whether a text has this path, as a walk of the fuzzer writes it (with values for the parameters) or unreached.ts. */
const writtenIn = (text: string, path: string) => {
  const parts = path.split(/:\w+/).map((part) => part.replaceAll('.', '\\.'))
  return new RegExp(`${parts.join(String.raw`(\$?\{[^}]*\}|[^/'"\`]+)`)}['"\`?]`).test(text)
}

/** The fuzzer reports calls that it never completed, so a feature missing from its walks fails only there. */
const fuzzer: Check = (feature) => {
  const writes = feature.endpoints.filter(({ method }) => method !== 'GET')
  if (writes.length === 0) return notNeeded('fuzzer', 'nothing is changed')
  const files = filesIn(feature, PLACES.fuzzer, /\.ts$/)
  const filesWith = (path: string) => files.filter((file) => writtenIn(read(feature, file), path))
  const unknown = writes.filter(({ path }) => filesWith(path).length === 0).map(callOf)
  return unknown.length > 0
    ? lookAt('fuzzer', `${PLACES.fuzzer}: call in a walk, or list in unreached.ts: ${unknown.join(', ')}`)
    : has('fuzzer', [...new Set(writes.flatMap(({ path }) => filesWith(path)))].join(', '))
}

const MOD = '/api/mods/:id/'

/** A section of a mod's page must be hidden, and leave the caches, together with the mod. */
const sectionOfMod: Check = (feature) => {
  const paths = feature.endpoints
    .filter(({ access, path }) => access === 'public' && path.startsWith(MOD))
    .map(({ path }) => path)
  if (paths.length === 0) return notNeeded('section of a mod', 'nothing public below the address of a mod')
  const keys = read(feature, PLACES.queries)
  const lists: readonly [string, (path: string) => string][] = [
    [PLACES.visibility, (path) => `'/${path.slice(MOD.length)}'`],
    [PLACES.modCaches, (path) => `/api/mods/\${modId}/${path.slice(MOD.length)}\``],
    [PLACES.showingMods, (path) => `PATHS.${nameOf(keys, path)},`],
  ]
  const missing = lists.flatMap(([place, textOf]) =>
    paths.filter((path) => !read(feature, place).includes(textOf(path))).map((path) => `${place}: ${path}`),
  )
  if (missing.length > 0) return lacks('section of a mod', missing.join(', '))
  const untold = paths
    .map((path) => path.slice(MOD.length))
    .filter((id) => !read(feature, PLACES.tabs).includes(`'${id}'`))
  return untold.length > 0
    ? lookAt('section of a mod', `${PLACES.tabs}: a tab for ${untold.join(', ')}?`)
    : has('section of a mod', paths.join(', '))
}

/** Admin pages and tabs that are named after the feature. The search of the admin area has its own list. */
const adminSearch: Check = (feature) => {
  const addresses = [...read(feature, PLACES.adminPages).matchAll(/'([a-z/-]+)'[,\]]/g)]
    .map(([, address = '']) => `/admin/${address}`)
    .filter((address) => mentions(address, feature.name))
  if (addresses.length === 0) return notNeeded('admin search', `${PLACES.adminPages} has no address with its name`)
  const unlisted = addresses.filter((address) => !read(feature, PLACES.adminSearch).includes(`'${address}'`))
  return unlisted.length > 0
    ? lookAt('admin search', `${PLACES.adminSearch}, or NOT_LISTED in the test of its words: ${unlisted.join(', ')}`)
    : has('admin search', addresses.join(', '))
}

/** The journeys fill these tables with payloads, then open every page that shows them. */
const hostileTexts: Check = (feature) => {
  const names = personalTables(feature).map(({ name }) => name)
  if (names.length === 0) return notNeeded('hostile texts', 'no table refers to users')
  const seeded = read(feature, PLACES.hostileTexts)
  const missing = names.filter((name) => !seeded.includes(name))
  return missing.length > 0
    ? lookAt('hostile texts', `${PLACES.hostileTexts}: do people write texts into ${missing.join(', ')}?`)
    : has('hostile texts', PLACES.hostileTexts)
}

export const LIST_CHECKS: readonly Check[] = [
  ...[retention, auditedWrites, schedule, caches, queries, fuzzer, sectionOfMod, adminSearch, hostileTexts],
]
