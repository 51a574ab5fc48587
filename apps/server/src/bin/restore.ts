/**
 * npm run restore -- list | BACKUP --key FILE | silence | release: restores a backup into a new database, which stays silent
 * until released. `silence` silences a database that deploy/backup/restore has restored.
 */
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { openDatabase } from '@slipstream/db/client'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { loadConfig } from '#config.ts'
import { erasePerson } from '#features/account/personal-data.service.ts'
import { listManifests } from '#features/backups/manifests.ts'
import { listErasures } from '#features/backups/erasures.ts'
import { openCopy } from '#features/backups/open-copy.service.ts'
import { restoreBackup, silenceCopy } from '#features/backups/restore.service.ts'
import { refuseRunning } from '#features/backups/restored-copy.service.ts'
import { openStorage } from '#gateways/storage.ts'
import { openStripe } from '#gateways/stripe.ts'
import { readIdentity } from '#lib/age/age-keys.ts'

const config = loadConfig()
const { databaseUrl } = config
const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true })
const [wanted] = positionals
const storage = openStorage(config.storage)

const list = async () => {
  for (const { id, bytes, provenAt, storeVersion } of await listManifests(storage)) {
    console.log(`${id}  ${bytes} bytes  version ${storeVersion}  ${provenAt ? `proven ${provenAt}` : 'NOT PROVEN'}`)
  }
}

const release = async () => {
  const database = openDatabase({
    url: databaseUrl,
    applicationName: 'slipstream-restore',
    maxConnections: 1,
    onIdleError: (error) => console.error(error.message),
  })
  try {
    const gaps = await openCopy({ db: database.db, storage, stripe: openStripe(config) })
    if (!gaps) throw new Error('This database is not a silent copy.')
    for (const { series, firstPlace, lastPlace } of gaps) {
      console.log(`Numbers of ${series.replace('_', ' ')}: ${firstPlace} to ${lastPlace} are left out.`)
    }
    console.log('The copy is released: workers begin within seconds. Restart the servers.')
    console.log(
      'Nothing goes out yet: look through the held kinds below Database, Backup, release each, then end maintenance.',
    )
  } finally {
    await database.close()
  }
}

const erase = (...[tx, userId]: Parameters<Parameters<typeof restoreBackup>[0]['erase']>) =>
  erasePerson(tx, PERSONAL_DATA, userId)
const say = (line: string) => console.log(line)

const silence = async () => {
  await refuseRunning(databaseUrl)
  await silenceCopy(databaseUrl, 'archive', { erase, say, erasures: await listErasures(storage) })
  say('The copy is silent and closed until you run "npm run restore -- release".')
}

const restore = async (id: string) => {
  const identity = values.key === undefined ? null : readIdentity(await readFile(values.key, 'utf8'))
  if (!identity)
    throw new Error('Give the file with the owner’s private key: --key FILE (its line begins AGE-SECRET-KEY-1)')
  await restoreBackup({ databaseUrl, storage, erase, say }, id, identity)
}

try {
  if (wanted === undefined) throw new Error('usage: restore list | BACKUP --key FILE | silence | release')
  if (wanted === 'list') await list()
  else if (wanted === 'silence') await silence()
  else if (wanted === 'release') await release()
  else await restore(wanted)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  storage.close()
}
