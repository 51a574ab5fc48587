/** The workspaces of a production store; the others are the demo, the emulators, the tools and the journeys. */
const WORKSPACES = ['apps/server', 'packages/contract', 'packages/db', 'packages/legal-text', 'packages/mod-archive']

/** Of the pages only the build runs. */
const BUILT_PAGES = ['apps/web/build/', 'apps/web/package.json']

const OWN_EXTRAS = ['package.json', 'LICENSE']

const TESTS = /\.test\.tsx?$|\/(?:testing|proofs|demo)\/|\/migrations\/meta\/|\/tsconfig\.json$|\.md$/

/** Whether production needs this file of the repository. */
export const isOwnFileShipped = (file: string) =>
  OWN_EXTRAS.includes(file) ||
  BUILT_PAGES.some((start) => file.startsWith(start)) ||
  (WORKSPACES.some((folder) => file.startsWith(`${folder}/`)) && !TESTS.test(file))

/**
 * Types, source maps and texts; tests, which some packages publish; a packager's own copy; and builds for browsers. Node
 * refuses TypeScript below node_modules. Builds for development stay: Node reads the names of React's exports from them.
 */
const UNUSED_IN_PACKAGES = [
  /\.[cm]?ts$/,
  /\.map$/,
  /\.(?:md|markdown|flow|tsbuildinfo)$/i,
  /\/(?:tests?|__tests__|benchmarks?|examples?|\.github|\.yarn)\//,
  /\/pdfkit\.(?:standalone|browser)[^/]*$/,
  /\/react-dom-(?:client|profiling|server(?:-legacy)?\.(?:browser|bun|edge))\.[^/]*$/,
  /^react-router\/dist\/development\//,
]

/** Whether production can load this file of node_modules. */
export const isPackageFileShipped = (file: string) =>
  /(?:^|\/)license[^/]*$/i.test(file) || !UNUSED_IN_PACKAGES.some((pattern) => pattern.test(file))
