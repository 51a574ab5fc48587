import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { containersOf } from './composed-store.ts'
import type { Docker } from './docker.ts'
import type { FreshRoot } from './fresh-root.ts'

export interface Installed {
  deployment: string
  project: string
  docker: Docker
  /** Runs install.sh with only these variables and those that the machine needs. */
  install: (changes: Record<string, string>) => ReturnType<FreshRoot['run']>
  readState: () => Promise<string>
}

const PASS = 'PGBACKREST_REPO1_CIPHER_PASS'
const BUCKET = 'PGBACKREST_REPO1_S3_BUCKET'
const SETTINGS = ['.env', 'store.env', 'backup.env'] as const

/** The value of a line NAME=VALUE. */
export const readLine = (deployment: string, file: string, name: string) =>
  readFileSync(join(deployment, file), 'utf8')
    .split('\n')
    .find((line) => line.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const replaceLine = (deployment: string, file: string, name: string, value: string) => {
  const text = readFileSync(join(deployment, file), 'utf8')
  writeFileSync(
    join(deployment, file),
    text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`),
  )
}

const requireLine = (deployment: string, file: string, name: string, value: string | undefined) => {
  const found = readLine(deployment, file, name)
  if (found !== value) throw new Error(`${name} in ${file} is ${String(found)} instead of ${String(value)}`)
}

const read = (deployment: string) => SETTINGS.map((file) => readFileSync(join(deployment, file), 'utf8'))

const containerOf = ({ docker, project }: Installed, service: string) => containersOf(docker, project, service)

const requireArchive = async (installed: Installed, mode: string) => {
  const query = ['psql', '--no-psqlrc', '--tuples-only', '--no-align', '--command', 'show archive_mode']
  const found = await installed.docker.ask('exec', await containerOf(installed, 'postgres'), ...query)
  if (found !== mode) throw new Error(`archive_mode is ${found} instead of ${mode}`)
}

/** Settings that the creator adds or changes by hand survive, with their comments. */
export const tryEdits = async (installed: Installed) => {
  const { deployment, install } = installed
  appendFileSync(join(deployment, 'store.env'), '# Chosen by hand.\nOTEL_TRACES_SAMPLER_ARG=0.2\n')
  replaceLine(deployment, 'store.env', 'STRIPE_WEBHOOK_SECRET', 'whsec_rotated')
  replaceLine(deployment, 'store.env', 'MAIL_FROM', '"The store <store@slipstream.example>"')
  appendFileSync(join(deployment, '.env'), '# A small machine.\nPOSTGRES_SHARED_BUFFERS=192MB\n')
  appendFileSync(join(deployment, 'backup.env'), 'PGBACKREST_PROCESS_MAX=3\n')
  const edited = read(deployment)
  const { code, error } = await install({})
  if (code !== 0) throw new Error(`after edits by hand: ${error}`)
  SETTINGS.forEach((file, index) => {
    if (read(deployment)[index] !== edited[index]) throw new Error(`${file} lost what was edited by hand`)
  })
  const env = await installed.docker.ask(
    'inspect',
    '--format',
    '{{.Config.Env}}',
    await containerOf(installed, 'worker'),
  )
  if (!env.includes('STRIPE_WEBHOOK_SECRET=whsec_rotated'))
    throw new Error('the worker runs without the rotated secret')
  const again = await install({})
  if (!again.out.includes('Nothing to change')) throw new Error(`a run after it: ${again.out} ${again.error}`)
  console.log('settings added and changed by hand survive, and the store runs with them')
}

/** Without a bucket nothing is archived. The pass phrase stays, because it decrypts earlier backups. */
export const tryWithoutBackups = async (installed: Installed, bucket: string) => {
  const { deployment, install } = installed
  const pass = readLine(deployment, 'backup.env', PASS)
  const endpoint = readLine(deployment, 'backup.env', 'PGBACKREST_REPO1_S3_ENDPOINT')
  const port = readLine(deployment, 'backup.env', 'PGBACKREST_REPO1_STORAGE_PORT')
  const without = await install({ BACKUP_BUCKET: 'none' })
  if (without.code !== 0) throw new Error(`without backups: ${without.error}`)
  requireLine(deployment, 'backup.env', BUCKET, undefined)
  requireLine(deployment, 'backup.env', PASS, pass)
  await requireArchive(installed, 'off')
  const back = await install({ BACKUP_BUCKET: bucket })
  if (back.code !== 0 || !back.out.includes('Making a full backup'))
    throw new Error(`with backups again: ${back.error}`)
  requireLine(deployment, 'backup.env', BUCKET, bucket)
  requireLine(deployment, 'backup.env', PASS, pass)
  requireLine(deployment, 'backup.env', 'PGBACKREST_REPO1_S3_ENDPOINT', endpoint)
  requireLine(deployment, 'backup.env', 'PGBACKREST_REPO1_STORAGE_PORT', port)
  await requireArchive(installed, 'on')
  console.log('BACKUP_BUCKET=none ends the archive and keeps pass phrase and address; a bucket brings it back')
}

/** The database is gone and the bucket has its backups: nothing that uses an empty database may start. */
export const tryLostServer = async (installed: Installed) => {
  const { deployment, docker, install, project } = installed
  await docker.ask('volume', 'rm', `${project}_postgres`)
  for (const run of ['first', 'second']) {
    const { code, out, error } = await install({})
    if (code !== 0 || !out.includes('slipstream restore --latest')) throw new Error(`${run} run: ${out} ${error}`)
    for (const service of ['server-1', 'server-2', 'worker'])
      if ((await containerOf(installed, service)) !== '') throw new Error(`${service} runs on an empty database`)
  }
  replaceLine(deployment, 'backup.env', PASS, 'of-another-store')
  const { code, error } = await install({})
  if (code === 0 || !/^The bucket \S+ has backups that the pass phrase .* does not open/.test(error))
    throw new Error(`another pass phrase: code ${code}, "${error}"`)
  console.log(`a lost database waits for its restore; another pass phrase: "${error}"`)
}
