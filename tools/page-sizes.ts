/**
 * What a first visit of each page loads, in KiB as sent (brotli), against the budgets. Reads the route table of the
 * build, so a new import of a page is counted without a hand-kept list of files. Prints the pages that are close to a
 * budget; `--all` prints every page.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

const CLIENT = path.resolve(import.meta.dirname, '../apps/web/build/client')
const ASSETS = path.join(CLIENT, 'assets')

/**
 * Public pages have a budget for our own code, which is what our changes make larger or smaller. React, the router and
 * the query library are one file of 102 KiB that every page shares and a browser keeps between releases. The total has
 * a budget too, so that an upgrade of these libraries cannot grow it unnoticed. All pages share one style sheet, so
 * every new page adds its few classes to it.
 */
const BUDGET_KIB = { publicOwnJs: 32, publicJs: 137, adminJs: 264, publicCss: 17, adminCss: 20, fonts: 120 }
/** A page that uses more than this share of a budget is printed. */
const CLOSE = 0.9

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
/** The chunk group of this name holds the libraries that every page needs (apps/web/chunk-groups.ts). */
const isVendor = (url: string) => path.basename(url).startsWith('vendor-')
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
    const js = [entry.module, ...entry.imports, ...chain.flatMap((part) => [part.module, ...(part.imports ?? [])])]
    return {
      address: addressOf(chain),
      file: route.module,
      js: sum(js),
      ownJs: sum(js.filter((url) => !isVendor(url))),
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
/** The admin panel is for a few people who return daily; its sign-in page is open to everyone. */
const isAdmin = (address: string) => /^\/admin(\/|$| )/.test(address)

if (!rows.some(({ js, ownJs }) => ownJs < js)) failures.push('No page loads the vendor file: was its group renamed?')

for (const { address, js, ownJs, css } of rows) {
  limit(`CSS of ${address}`, css, isAdmin(address) ? BUDGET_KIB.adminCss : BUDGET_KIB.publicCss)
  limit(`All JavaScript of ${address}`, js, isAdmin(address) ? BUDGET_KIB.adminJs : BUDGET_KIB.publicJs)
  if (!isAdmin(address)) limit(`Our own JavaScript of ${address}`, ownJs, BUDGET_KIB.publicOwnJs)
}
const isClose = ({ address, js, ownJs }: (typeof rows)[number]) =>
  isAdmin(address) ? js > CLOSE * BUDGET_KIB.adminJs : ownJs > CLOSE * BUDGET_KIB.publicOwnJs
const sorted = rows.toSorted((a, b) => Number(isAdmin(a.address)) - Number(isAdmin(b.address)) || b.ownJs - a.ownJs)
const shown = sorted.filter((row) => isClose(row) || process.argv.includes('--all'))

const line = (...cells: string[]) =>
  console.log(cells.map((cell, i) => (i ? cell.padStart(12) : cell.padEnd(34))).join(''))
line('page', 'own JS KiB', 'all JS KiB', 'CSS KiB')
for (const { address, ownJs, js, css } of shown) line(address, ...[ownJs, js, css].map((kib) => number.format(kib)))
console.log(
  `${rows.length - shown.length} of ${rows.length} pages use at most ${CLOSE * 100} % of their budget (--all prints them)`,
)
const fonts = sum(readdirSync(ASSETS).flatMap((name) => (name.endsWith('.woff2') ? `/assets/${name}` : [])))
console.log(`all fonts ${number.format(fonts)} KiB`)
limit('Fonts', fonts, BUDGET_KIB.fonts)

if (failures.length > 0) {
  console.error(failures.join('\n'))
  process.exit(1)
}
