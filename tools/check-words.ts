/** Checks comments, strings, JSX text and documents for wording that readers stumble over. Takes folders as arguments. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { wordingProblems } from './words/wording.ts'

const ROOT = path.resolve(import.meta.dirname, '..')
const READ = /\.(?:[cm]?[jt]sx?|md|css|sh|sql|ya?ml|conf|example)$|(?:^|\/)(?:Dockerfile|run)$/
/** Migrations never change once they have run. The test must contain the wording that it forbids. */
const SKIPPED = /^packages\/db\/migrations\/|^tools\/words\/wording\.test\.ts$/

const areas = process.argv.length > 2 ? process.argv.slice(2) : ['.']
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...areas], {
  cwd: ROOT,
  encoding: 'utf8',
})
const isRead = (file: string) => READ.test(file) && !SKIPPED.test(file) && existsSync(path.join(ROOT, file))
const files = stdout.split('\n').filter(isRead)
if (files.length === 0) throw new Error(`git lists no files in ${areas.join(', ')}`)

const problems = files.flatMap((file) =>
  wordingProblems(file, readFileSync(path.join(ROOT, file), 'utf8')).map(
    ({ line, words, advice }) => `${file}:${line}: "${words}": ${advice}`,
  ),
)
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`the wording of ${files.length} files checked`)
