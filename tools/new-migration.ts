/** npm run new-migration NAME: writes a migration from the changed tables and lints it. With -- --custom: an empty one. */
import { spawnSync } from 'node:child_process'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { newMigration } from './migrations/new-migration.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PLACES = {
  migrations: resolve(ROOT, 'packages/db/migrations'),
  schema: resolve(ROOT, 'packages/db/src/tables/index.ts'),
}

const { values, positionals } = parseArgs({ options: { custom: { type: 'boolean' } }, allowPositionals: true })
const [name] = positionals

const write = () => {
  if (name === undefined) throw new Error('npm run new-migration NAME [-- --custom]')
  const file = newMigration(name.replaceAll('-', '_'), PLACES, values.custom)
  if (file === undefined) {
    throw new Error('The tables have not changed, so there is nothing to migrate. For SQL of your own: -- --custom')
  }
  console.log(`${relative(ROOT, file)} is written. Read it before you commit it.`)
  const lint = spawnSync(process.execPath, [resolve(import.meta.dirname, 'check-migrations.ts')], { stdio: 'inherit' })
  process.exitCode = lint.status ?? 1
}

try {
  write()
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
