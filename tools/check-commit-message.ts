/** The first line of a commit names the kind of change and the feature: `feat(cart): …`. */
import { readFileSync } from 'node:fs'

const KINDS = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'ci', 'chore', 'revert']

const [firstLine = ''] = readFileSync(process.argv[2] ?? '', 'utf8').split('\n')
if (!new RegExp(`^(${KINDS.join('|')})(\\([a-z0-9-]+\\))?!?: \\S.{2,98}$`).test(firstLine)) {
  console.error(`"${firstLine}" is not of the form "feat(cart): keep typed text" (${KINDS.join(', ')})`)
  process.exit(1)
}
