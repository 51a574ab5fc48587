import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The text of every file of the repository that may belong to a feature or hold a list, by its path. */
export type Repository = ReadonlyMap<string, string>

const READ = ['*.ts', '*.tsx', '*.sql', '*.md', 'docs/openapi.json']

export const readRepository = (root: string): Repository => {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...READ], {
    cwd: root,
    encoding: 'utf8',
  })
  if (listed.status !== 0) throw new Error(listed.stderr)
  const paths = listed.stdout.split('\n').filter((file) => file !== '' && existsSync(path.join(root, file)))
  return new Map(paths.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}

export const SERVER = 'apps/server/src/features'
export const WEB = 'apps/web/app/features'

/** The names that have a folder in one of the apps. */
export const featureNames = (repository: Repository): string[] => {
  const folder = new RegExp(`^(?:${SERVER}|${WEB})/([^/]+)/`)
  return [...new Set([...repository.keys()].flatMap((file) => folder.exec(file)?.[1] ?? []))].sort()
}

/**
 * `orders.ts`, `orders-admin.ts` and `order-status.ts` belong to `orders`, unless a feature has the longer name.
 */
export const filesNamedAfter = (repository: Repository, folder: string, name: string): string[] => {
  const longer = featureNames(repository).filter((other) => other.startsWith(`${name}-`))
  return [...repository.keys()].filter((file) => {
    if (path.dirname(file) !== folder || !file.endsWith('.ts') || file.endsWith('.test.ts')) return false
    const base = path.basename(file, '.ts')
    const belongsToLonger = longer.some((other) => base === other || base.startsWith(`${other}-`))
    const isNamed = [name, name.replace(/s$/, '')].some((own) => base === own || base.startsWith(`${own}-`))
    return isNamed && !belongsToLonger
  })
}
