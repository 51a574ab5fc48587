/**
 * npm run db:seed: fills an empty store with the demo (--if-empty: does nothing otherwise; --reset: empties it first).
 */
import { eq, sql } from 'drizzle-orm'
import { type Db, inTransaction, readRows, type Tx } from '@slipstream/db/client'
import { emptyTables } from '@slipstream/db/empty-tables'
import { seedDemo } from '@slipstream/demo/seed-demo'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { loadConfig } from '#config.ts'
import { nameFile } from '#features/releases/file-name.service.ts'
import { refreshModFacts } from '#features/catalogue/mod-facts.service.ts'
import { queuePublishing } from '#features/subscriptions/publish-plan.service.ts'
import { addPicture } from '#features/pictures/pictures.service.ts'
import { openStorage } from '#gateways/storage.ts'
import { announceChange } from '#lib/cache/change-bus.ts'
import { runCommand } from '#lib/run-command.ts'
import { seedOrders } from './seed-orders.ts'
import { seedSupport } from './seed-support.ts'
import { seedReviews } from './seed-reviews.ts'
import { seedVisits } from './seed-visits.ts'
import { type DemoFiles, storeDemoFiles } from './store-demo-files.ts'

const config = loadConfig()
const reset = process.argv.includes('--reset')
/** Production with the real third parties; with emulators it is a development machine. */
const isLive =
  config.nodeEnv === 'production' && Object.values(config.providers).every((url) => url.startsWith('https:'))

const isUsed = async (db: Db) => {
  const rows = await readRows<{ used: boolean }>(
    db,
    sql`select exists (select from settings) or exists (select from team_categories) or exists (select from users) as used`,
  )
  return rows[0]?.used ?? false
}

const seed = async (tx: Tx, files: DemoFiles) => {
  if (reset) await emptyStore(tx)
  if (await isUsed(tx)) return false
  const now = new Date()
  const { mods, plans } = await seedDemo(tx, now)
  for (const { id: planId } of plans) await queuePublishing(tx, planId)
  for (const { id, mod, pictures, releases } of mods) {
    for (const { file, words } of pictures) await addPicture(tx, id, { ...named(files.pictures, file), ...words })
    for (const release of releases) {
      const archive = named(files.archives, `${mod.slug} ${release.version}`)
      await tx.update(modReleases).set(archive).where(eq(modReleases.id, release.id))
    }
    await nameFile(tx, { id, fileName: null }, mod.title)
  }
  await refreshModFacts(tx)
  await seedOrders(tx, mods, now)
  await seedSupport(tx, { mods, log: files.log, now })
  await seedReviews(
    tx,
    mods.map(({ id, pictures }) => ({ id, pictures: pictures.map(({ file }) => named(files.pictures, file)) })),
  )
  await seedVisits(tx, mods, now)
  await announceChange(tx, 'settings')
  await announceChange(tx, 'team')
  await announceChange(tx, 'mods')
  await announceChange(tx, 'plans')
  return true
}

const emptyStore = async (tx: Tx) => {
  await emptyTables(tx)
  await tx.execute(sql`alter sequence order_numbers restart`)
}

const named = <File>(files: Map<string, File>, name: string): File => {
  const file = files.get(name)
  if (!file) throw new Error(`the demo has no file ${name}`)
  return file
}

const fill = async (db: Db) => {
  if (!reset && (await isUsed(db))) return false
  const storage = openStorage(config.storage)
  const files = await storeDemoFiles(storage).finally(storage.close)
  return inTransaction(db, (tx) => seed(tx, files))
}

await runCommand('seed', config, async (db) => {
  if (reset && config.nodeEnv === 'production') throw new Error('A production store cannot be reset.')
  if (isLive)
    throw new Error('A live store cannot be filled with the demo, because its administrator’s password is public.')
  if (await fill(db)) return 'filled the store with the demo'
  if (process.argv.includes('--if-empty')) return ''
  throw new Error('the store is not empty; --reset empties it first')
})
