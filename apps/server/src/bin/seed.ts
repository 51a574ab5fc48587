/** npm run db:seed: fills an empty store with the demo (--if-empty: and says nothing otherwise; --reset: empties it first). */
import { readdir, readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { type Db, inTransaction, type Tx } from '@slipstream/db/client'
import { emptyTables } from '@slipstream/db/empty-tables'
import { seedDemo } from '@slipstream/db/seeds/demo'
import { loadConfig } from '#config.ts'
import { refreshModFacts } from '#features/mods/mod-facts.service.ts'
import { addPicture, type StoredPicture, storePicture } from '#features/mods/pictures.service.ts'
import { openStorage } from '#gateways/storage.ts'
import { announceChange } from '#lib/change-bus.ts'
import { runCommand } from '#lib/run-command.ts'

const config = loadConfig()
const reset = process.argv.includes('--reset')
/** Production with the real third parties; where emulators are in their place, it is somebody's own machine. */
const isLive =
  config.nodeEnv === 'production' && Object.values(config.providers).every((url) => url.startsWith('https:'))

const isUsed = async (db: Db | Tx) => {
  const { rows } = await db.execute<{ used: boolean }>(
    sql`select exists (select from settings) or exists (select from team_categories) or exists (select from users) as used`,
  )
  return rows[0]?.used ?? false
}

/** Every picture of the demo by its file name. What a former demo stored is found there again. */
const storePictures = async (): Promise<Map<string, StoredPicture>> => {
  const folder = new URL('pictures/', import.meta.resolve('@slipstream/db/seeds/demo'))
  const storage = openStorage(config.storage)
  const files = await readdir(folder)
  const store = async (file: string) =>
    [file, await storePicture(storage, await readFile(new URL(file, folder)))] as const
  return new Map(await Promise.all(files.map(store)).finally(storage.close))
}

const seed = async (tx: Tx, stored: Map<string, StoredPicture>) => {
  if (reset) await emptyTables(tx)
  if (await isUsed(tx)) return false
  const { mods } = await seedDemo(tx)
  for (const { id, pictures } of mods) {
    for (const { file, label, alt } of pictures) {
      const picture = stored.get(file)
      if (!picture) throw new Error(`the demo has no picture ${file}`)
      await addPicture(tx, id, { ...picture, label, alt })
    }
  }
  await refreshModFacts(tx)
  await announceChange(tx, 'settings')
  await announceChange(tx, 'team')
  await announceChange(tx, 'mods')
  return true
}

const fill = async (db: Db) => {
  if (!reset && (await isUsed(db))) return false
  const stored = await storePictures()
  return inTransaction(db, (tx) => seed(tx, stored))
}

await runCommand('seed', config, async (db) => {
  if (reset && config.nodeEnv === 'production') throw new Error('A production store is never reset.')
  if (isLive) throw new Error('A live store gets no demo: everybody knows the password of its administrator.')
  if (await fill(db)) return 'the demo store is filled'
  if (process.argv.includes('--if-empty')) return ''
  throw new Error('the store is not empty; --reset empties it first')
})
