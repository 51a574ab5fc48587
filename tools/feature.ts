/**
 * npm run feature -- NAME: shows which files and lists a feature is in or lacks; without a name, lists all features.
 */
import { resolve } from 'node:path'
import { checklist } from './feature/checklist.ts'
import { declaredEndpoints, declaredTables } from './feature/declarations.ts'
import { featureNames, filesNamedAfter, readRepository } from './feature/repository.ts'

const ROOT = resolve(import.meta.dirname, '..')

const repository = readRepository(ROOT)
const [name] = process.argv.slice(2)

if (name === undefined) {
  console.log(`npm run feature -- NAME\n\nFeatures: ${featureNames(repository).join(', ')}`)
} else if (!/^[a-z]+(-[a-z]+)*$/.test(name)) {
  console.error(`"${name}" cannot be the name of a feature: use one word in lower-case letters.`)
  process.exitCode = 1
} else {
  const endpoints = await declaredEndpoints(ROOT, filesNamedAfter(repository, 'packages/contract/src', name))
  const tables = await declaredTables(ROOT, filesNamedAfter(repository, 'packages/db/src/tables', name))
  for (const { verdict, subject, details } of checklist({ name, repository, endpoints, tables }))
    console.log(`${verdict.padEnd(11)} ${subject.padEnd(22)} ${details}`)
}
