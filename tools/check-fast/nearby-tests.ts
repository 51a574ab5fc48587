/** Which tests are worth running after a small change. */
import path from 'node:path'

export interface TestFile {
  path: string
  source: string
}

const isTest = (file: string) => /\.(test\.tsx?|spec\.ts)$/.test(file)
/** These tests kill processes and take a minute or two. */
const isSlow = (file: string) => file.endsWith('/killed.test.ts')
/** Nearly every test of an app imports from these folders. */
const isTestSupport = (file: string) => file.includes('/testing/')

const FEATURE_FILE = /^apps\/(?:server\/src|web\/app)\/features\/([^/]+)\//
const NAMED_AFTER_FEATURE = /^packages\/(?:contract\/src|db\/src\/tables)\/([a-z-]+)\.ts$/
const IS_IN_API_DOCUMENT = /^packages\/contract\/|\.(admin-)?routes\.ts$/
/** A new endpoint is added to these lists, and these tests walk all endpoints. */
const IS_LIST_OF_ENDPOINTS = /^apps\/server\/src\/testing\/(access-matrix|matrix-\w+)\.ts$/
const WALKS_ENDPOINTS = /^apps\/server\/src\/(access-matrix|mass-assignment|declared-errors)\.test\.ts$/

/** `orders-admin.ts` in the contract belongs to the feature `orders`. */
const featureOf = (file: string, features: ReadonlySet<string>) => {
  const inside = FEATURE_FILE.exec(file)?.[1]
  if (inside !== undefined) return inside
  let name = NAMED_AFTER_FEATURE.exec(file)?.[1] ?? ''
  while (name !== '' && !features.has(name)) name = name.slice(0, Math.max(0, name.lastIndexOf('-')))
  return name === '' ? undefined : name
}

const packageOf = (file: string) => file.split('/').slice(0, 2).join('/')

const imports = (test: TestFile, file: string) =>
  packageOf(test.path) === packageOf(file) &&
  [...test.source.matchAll(/(?:from|import\() ?'([#.][^']+)'/g)].some(([, specifier = '']) =>
    specifier.startsWith('.')
      ? path.join(path.dirname(test.path), specifier) === file
      : file.endsWith(`/${specifier.slice(1)}`),
  )

/**
 * The changed tests, the tests of the changed features in both apps, and the tests that import a changed file directly.
 * Following imports any further leads to every test of the server, because each of them starts the whole app.
 */
export const nearbyTests = (changed: readonly string[], tests: readonly TestFile[]): string[] => {
  const features = new Set(tests.flatMap(({ path: test }) => FEATURE_FILE.exec(test)?.[1] ?? []))
  const changedTests = new Set(changed.filter(isTest))
  const sources = changed.filter((file) => !isTest(file) && !isTestSupport(file))
  const changedFeatures = new Set(sources.map((file) => featureOf(file, features)).filter((name) => name !== undefined))
  const isNearby = (test: TestFile) =>
    changedFeatures.has(FEATURE_FILE.exec(test.path)?.[1] ?? '') ||
    (WALKS_ENDPOINTS.test(test.path) && changed.some((file) => IS_LIST_OF_ENDPOINTS.test(file))) ||
    (test.path === 'apps/server/src/openapi.test.ts' && sources.some((file) => IS_IN_API_DOCUMENT.test(file))) ||
    sources.some((file) => imports(test, file))
  return tests
    .filter((test) => changedTests.has(test.path) || (!isSlow(test.path) && isNearby(test)))
    .map((test) => test.path)
}
