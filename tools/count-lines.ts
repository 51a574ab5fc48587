/**
 * npm run count [-- COMMIT]: lines of the product, of its tests and of what is not product, in the work tree or at a
 * commit. What git does not know yet counts too, because it is about to be committed.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const CODE = ['ts', 'tsx', 'js', 'css', 'sh', 'sql']
const SNAPSHOTS = 'packages/db/migrations/meta/'
/** Folders of this name, wherever they are, are not product. */
const ROOMS = ['emulators', 'tools', 'e2e', 'proofs', 'demo', 'debug-ui']

const commit = process.argv[2]
const where = commit ? [commit] : ['--untracked']
const { stdout, stderr } = spawnSync(
  'git',
  ['grep', '-I', '--count', '-e', '', ...where, '--', SNAPSHOTS, ...CODE.map((ending) => `*.${ending}`)],
  { cwd: path.resolve(import.meta.dirname, '..'), encoding: 'utf8', maxBuffer: 2 ** 26 },
)
if (stdout === '') throw new Error(stderr || 'git lists no source files')

/** A file outside of the rooms is a test if its name or folder says so. */
const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)

const groupOf = (file: string) => {
  if (file.startsWith(SNAPSHOTS)) return 'generated snapshots'
  const room = file
    .split('/')
    .slice(0, -1)
    .find((folder) => ROOMS.includes(folder))
  return room ?? (isTest(file) ? 'tests' : 'product')
}

const counts = new Map<string, number>()
const add = (name: string, lines: number) => counts.set(name, (counts.get(name) ?? 0) + lines)
for (const line of stdout.trimEnd().split('\n')) {
  const [lines, file] = line.split(':').reverse()
  const group = groupOf(file ?? '')
  add(group, Number(lines))
  if (ROOMS.includes(group)) add('not product', Number(lines))
}

const row = (name: string, indent = '') =>
  console.log(`${(indent + name).padEnd(20)}${(counts.get(name) ?? 0).toLocaleString('en-US').padStart(9)}`)
row('product')
row('tests')
row('not product')
for (const room of ROOMS) row(room, '  ')
row('generated snapshots')
