/** What a feature has or lacks on the web and in the documents. */
import {
  type Check,
  type Feature,
  filesIn,
  has,
  lacks,
  lookAt,
  mentions,
  notNeeded,
  read,
  serverFiles,
  webFiles,
} from './item.ts'
import { SERVER, WEB } from './repository.ts'

const PLACES = {
  routes: 'apps/web/app/routes.ts',
  adminPages: 'apps/web/app/admin-pages.ts',
  journeyPages: 'e2e/store.ts',
  fuzzedPages: 'tools/fuzz/pages.ts',
  specification: 'docs/specification.md',
  architecture: 'docs/architecture.md',
  changelog: 'CHANGELOG.md',
} as const

const web: Check = (feature) => {
  const folder = `${WEB}/${feature.name}`
  if (webFiles(feature, /./).length === 0) {
    const isBuilt = filesIn(feature, `${SERVER}/${feature.name}`, /./).length > 0
    return isBuilt ? lookAt('web', 'no folder: has it a screen?') : lacks('web', `${folder}/, if it has a screen`)
  }
  if (webFiles(feature, /\.test\.tsx?$/).length === 0) return lacks('web', `${folder}: a test`)
  return has('web', folder)
}

/** Where the feature is placed: files below apps/web/app. */
const placesOf = (feature: Feature) =>
  [...filesIn(feature, 'apps/web/app/routes', /\.tsx$/), ...filesIn(feature, 'apps/web/app/shell', /\.tsx$/)]
    .filter((file) => !file.endsWith('.test.tsx') && read(feature, file).includes(`#features/${feature.name}/`))
    .map((file) => file.slice('apps/web/app/'.length))

const page: Check = (feature) => {
  if (webFiles(feature, /./).length === 0) return notNeeded('page', 'no web folder')
  const placed = placesOf(feature)
  if (placed.length === 0) return lacks('page', `apps/web/app/routes: no page imports #features/${feature.name}/`)
  const table = read(feature, PLACES.routes)
  const adminPages = read(feature, PLACES.adminPages)
  const isOpen = (file: string) => {
    const name = file.replace(/^routes\/admin\/|\.tsx$/g, '')
    return table.includes(`'${file}'`) || new RegExp(`^ {2}'?${name}'?: \\[`, 'm').test(adminPages)
  }
  const closed = placed.filter((file) => file.startsWith('routes/') && !isOpen(file))
  return closed.length > 0
    ? lacks('page', `${PLACES.routes}: open ${closed.join(', ')}`)
    : has('page', placed.join(', '))
}

/** Pages of the store with an address of their own, which the journeys and the fuzzer visit by hand-kept lists. */
const publicPages: Check = (feature) => {
  const placed = new Set(placesOf(feature))
  const routes = [...read(feature, PLACES.routes).matchAll(/route\('([^':]+)', '(routes\/[^']+)'/g)]
  const addresses = routes
    .filter(([, address = '', file = '']) => placed.has(file) && !address.startsWith('admin/'))
    .map(([, address]) => `/${address}`)
  if (addresses.length === 0) return notNeeded('lists of pages', 'no page with a fixed address')
  const isIn = (place: string, address: string) => new RegExp(`'${address}['?]`).test(read(feature, place))
  const missing = addresses.flatMap((address) =>
    [PLACES.journeyPages, PLACES.fuzzedPages]
      .filter((place) => !isIn(place, address))
      .map((place) => `${place}: ${address}`),
  )
  return missing.length > 0 ? lacks('lists of pages', missing.join(', ')) : has('lists of pages', addresses.join(', '))
}

const specification: Check = (feature) => {
  const tests = [
    ...serverFiles(feature, /\.test\.ts$/),
    ...webFiles(feature, /\.test\.tsx?$/),
    ...filesIn(feature, 'e2e', /\.spec\.ts$/).filter((file) => mentions(file, feature.name)),
  ]
  const ids = new Set(
    tests.flatMap((file) => [...read(feature, file).matchAll(/\[([A-Z]+-\d+)\]/g)].map(([, id]) => id)),
  )
  if (ids.size > 0) return has('specification', `tests carry ${[...ids].toSorted().join(', ')}`)
  return lacks('specification', `${PLACES.specification}: a row, and its id in the title of a test`)
}

const journey: Check = (feature) => {
  if (webFiles(feature, /./).length === 0) return notNeeded('journey', 'no web folder')
  const specs = filesIn(feature, 'e2e', /\.spec\.ts$/)
  const named = specs.filter((file) => mentions(file.slice('e2e/'.length), feature.name))
  if (named.length > 0) return has('journey', named.join(', '))
  const titles = (file: string) =>
    [...read(feature, file).matchAll(/test\(\s*['"`](.+)['"`],/g)].map(([, title]) => title)
  const walking = specs.filter((file) => mentions(titles(file).join('\n'), feature.name))
  return walking.length > 0
    ? has('journey', walking.join(', '))
    : lacks('journey', `e2e/${feature.name}.spec.ts, or a step of an existing journey`)
}

const layers: Check = (feature) =>
  serverFiles(feature, /./).length === 0
    ? notNeeded('layers', 'no server folder')
    : new RegExp(`^(.*, )?${feature.name}(, .*)?$`, 'm').test(read(feature, PLACES.architecture))
      ? has('layers', PLACES.architecture)
      : lacks('layers', `${PLACES.architecture}: run npm run lint:rooms and copy the layers it prints`)

/** A line announces what it names before its first punctuation mark. A person decides about names that come later. */
const changelog: Check = (feature) => {
  const [, unreleased = ''] = read(feature, PLACES.changelog).split(/^## /m)
  const lines = unreleased.split(/^- /m).filter((line) => mentions(line, feature.name))
  if (lines.length === 0) return lacks('changelog', `${PLACES.changelog}: a line under Unreleased`)
  const news = lines.find((line) => mentions(/^[^.,:;(]*/.exec(line)?.[0] ?? '', feature.name))
  const [line = ''] = (news ?? lines[0] ?? '').split('\n')
  return news
    ? has('changelog', `${PLACES.changelog}: ${line}`)
    : lookAt('changelog', `${PLACES.changelog}: is it announced by "${line}"?`)
}

export const WEB_CHECKS: readonly Check[] = [web, page, publicPages, specification, journey, layers, changelog]
