/** Files are named after their content, in kebab-case. Catch-all names such as utils are refused. */
import { spawnSync } from 'node:child_process'
import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'misc', 'common', 'types', 'constants', 'index'])
/** drizzle-kit reads all tables through this one file. */
const ALLOWED = new Set(['packages/db/src/tables/index.ts'])

const { stdout } = spawnSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx', '*.css'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
const files = stdout.split('\n').filter((file) => file !== '' && !ALLOWED.has(file))
if (files.length === 0) throw new Error('git lists no source files')

const problemOf = (file: string) => {
  const [name = '', ...suffixes] = path.basename(file).split('.')
  if (DRAWERS.has(name)) return 'is too general'
  const isKebab = [name, ...suffixes].every((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))
  return isKebab ? null : 'is not kebab-case'
}

const problems = files.flatMap((file) => {
  const problem = problemOf(file)
  return problem ? [`${file}: the name ${problem}`] : []
})
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`${files.length} file names checked`)
