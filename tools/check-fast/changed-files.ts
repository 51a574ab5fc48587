import { spawnSync } from 'node:child_process'

const lines = (cwd: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd, encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`)
  return stdout.split('\n').filter((line) => line !== '')
}

/** Where this branch left main; HEAD itself where no main is known, as in a shallow clone. */
const branchPoint = (cwd: string) => {
  for (const main of ['main', 'origin/main']) {
    const { status, stdout } = spawnSync('git', ['merge-base', 'HEAD', main], { cwd, encoding: 'utf8' })
    if (status === 0) return stdout.trim()
  }
  return 'HEAD'
}

/** What this branch and the working tree changed since main: committed, staged, unstaged and untracked. */
export const changedFiles = (cwd: string): { all: string[]; existing: string[] } => {
  const since = branchPoint(cwd)
  const untracked = lines(cwd, 'ls-files', '--others', '--exclude-standard')
  const diff = (...filter: string[]) => lines(cwd, 'diff', '--name-only', '--no-renames', ...filter, since)
  const sorted = (files: string[]) => [...new Set(files)].toSorted()
  return { all: sorted([...diff(), ...untracked]), existing: sorted([...diff('--diff-filter=d'), ...untracked]) }
}
