import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Service } from './service.ts'
import { Unprepared } from './unprepared.ts'

const OLDEST_POSTGRES = 15
const DEBIAN_POSTGRES = '/usr/lib/postgresql'

/** Programs the services need, with the Debian package of each. */
const PACKAGES: Partial<Record<Service['name'], Record<string, string>>> = {
  redis: { 'redis-server': 'redis-server' },
  s3: {
    radosgw: 'radosgw',
    'ceph-mon': 'ceph-mon',
    'ceph-osd': 'ceph-osd',
    ceph: 'ceph-common',
    'radosgw-admin': 'ceph-common',
  },
}

export const assertInstalled = (services: readonly Service['name'][]) => {
  const missing = services
    .flatMap((service) => Object.entries(PACKAGES[service] ?? {}))
    .flatMap(([program, name]) => (onPath(program) ? [] : [name]))
  if (services.includes('postgres') && postgresFolders().length === 0) missing.unshift('postgresql')
  if (missing.length === 0) return
  const packages = [...new Set(missing)].join(' ')
  throw new Unprepared(`Packages are missing. Run:\napt-get install -y --no-install-recommends ${packages}`)
}

/** The folder with the PostgreSQL programs: the version that created the data, or else the newest. */
export const postgresPrograms = (data: string) => {
  const versionFile = join(data, 'PG_VERSION')
  const made = existsSync(versionFile) ? Number(readFileSync(versionFile, 'utf8')) : undefined
  const found = postgresFolders().find(({ major }) => made === undefined || major === made)
  if (found) return found.folder
  throw new Error(`${data} was created by PostgreSQL ${made}, which is not installed. Install it or remove the folder.`)
}

const postgresFolders = () => {
  const majors = existsSync(DEBIAN_POSTGRES) ? readdirSync(DEBIAN_POSTGRES).map(Number) : []
  return majors
    .map((major) => ({ major, folder: join(DEBIAN_POSTGRES, String(major), 'bin') }))
    .filter(({ major, folder }) => major >= OLDEST_POSTGRES && isProgram(join(folder, 'postgres')))
    .sort((one, other) => other.major - one.major)
}

const onPath = (program: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => folder !== '' && isProgram(join(folder, program)))

const isProgram = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
