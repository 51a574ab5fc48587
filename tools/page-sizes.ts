/**
 * What a first visit of each page loads, in KiB as sent (brotli), against the budgets. Reads the route table of the
 * build, so a page that grows a new import is seen without anybody listing its files.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const CLIENT = path.resolve(import.meta.dirname, '../apps/web/build/client')
const ASSETS = path.join(CLIENT, 'assets')

const BUDGET_KIB = { publicJs: 130, adminJs: 250, publicCss: 15, adminCss: 20, fonts: 120 }
/** Said aloud when passed, before it becomes an error. */
const AIM_PUBLIC_JS_KIB = 110

interface Route {
  id: string
  parentId?: string
  path?: string
  module: string
  imports?: string[]
  css?: string[]
}
interface Manifest {
  entry: { module: string; imports: string[] }
  routes: Record<string, Route>
}

const manifestFile = existsSync(ASSETS) && readdirSync(ASSETS).find((name) => /^manifest-.*\.js$/.test(name))
if (!manifestFile) {
  console.error('There is no build yet: npm run build')
  process.exit(1)
}
const source = readFileSync(path.join(ASSETS, manifestFile), 'utf8')
const manifest = JSON.parse(source.slice(source.indexOf('{'), source.lastIndexOf('}') + 1)) as Manifest

const sentKib = (url: string) => {
  const file = path.join(CLIENT, url)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size / 1_024
}
const sum = (urls: Iterable<string>) => [...new Set(urls)].reduce((total, url) => total + sentKib(url), 0)

const chainOf = (route: Route): Route[] => {
  const parent = route.parentId === undefined ? undefined : manifest.routes[route.parentId]
  return parent ? [...chainOf(parent), route] : [route]
}
const addressOf = (chain: Route[]) => `/${chain.flatMap((route) => route.path || []).join('/')}`

const { entry } = manifest
const pages = Object.values(manifest.routes)
  .filter((route) => !Object.values(manifest.routes).some((other) => other.parentId === route.id))
  .map((route) => {
    const chain = chainOf(route)
    const js = [entry.module, ...entry.imports]
    return {
      address: addressOf(chain),
      file: route.module,
      js: sum([...js, ...chain.flatMap((part) => [part.module, ...(part.imports ?? [])])]),
      css: sum(chain.flatMap((part) => part.css ?? [])),
    }
  })

// Addresses answered by the same page load the same files: one line for all of them.
const rows = [...Map.groupBy(pages, (page) => page.file).values()].map(([first, ...more]) => ({
  ...first!,
  address: more.length === 0 ? first!.address : `${first!.address} (+${more.length})`,
}))

const number = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const failures: string[] = []
const limit = (what: string, kib: number, budget: number) => {
  if (kib > budget) failures.push(`${what}: ${number.format(kib)} KiB, budget ${budget}`)
}

console.log(`${'page'.padEnd(28)}${'JS KiB'.padStart(10)}${'CSS KiB'.padStart(10)}`)
for (const { address, js, css } of rows.sort((a, b) => b.js - a.js)) {
  const isAdmin = address.startsWith('/admin')
  console.log(`${address.padEnd(28)}${number.format(js).padStart(10)}${number.format(css).padStart(10)}`)
  limit(`JavaScript of ${address}`, js, isAdmin ? BUDGET_KIB.adminJs : BUDGET_KIB.publicJs)
  limit(`CSS of ${address}`, css, isAdmin ? BUDGET_KIB.adminCss : BUDGET_KIB.publicCss)
  if (!isAdmin && js > AIM_PUBLIC_JS_KIB) console.log(`  above the aim of ${AIM_PUBLIC_JS_KIB} KiB`)
}
const fonts = sum(readdirSync(ASSETS).flatMap((name) => (name.endsWith('.woff2') ? `/assets/${name}` : [])))
console.log(`all fonts ${number.format(fonts)} KiB`)
limit('Fonts', fonts, BUDGET_KIB.fonts)

if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
