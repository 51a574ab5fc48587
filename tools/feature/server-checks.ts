/** What a feature has or lacks in the contract, the database and the server. */
import {
  callOf,
  type Check,
  exportsOf,
  type Feature,
  filesIn,
  has,
  lacks,
  listed,
  lookAt,
  mentions,
  notNeeded,
  personalTables,
  read,
  serverFiles,
  webFiles,
} from './item.ts'
import { filesNamedAfter, SERVER } from './repository.ts'

const PLACES = {
  contract: 'packages/contract/src',
  tables: 'packages/db/src/tables',
  tableIndex: 'packages/db/src/tables/index.ts',
  app: 'apps/server/src/app.ts',
  personalData: 'apps/server/src/all-personal-data.ts',
  jobs: 'apps/server/src/all-jobs.ts',
  openapi: 'docs/openapi.json',
  matrix: 'apps/server/src/testing/access-matrix.ts',
  things: 'apps/server/src/testing/matrix-things.ts',
  letters: 'apps/server/src/features/templates/sample-letters.ts',
  audit: 'packages/contract/src/audit.ts',
  privacy: 'apps/web/app/features/legal/privacy-tables.tsx',
} as const

const hasFolder = (feature: Feature) => serverFiles(feature, /./).length + webFiles(feature, /./).length > 0

const NO_ENDPOINTS = 'no endpoints in its contract file'

const contract: Check = (feature) => {
  const { name, repository, endpoints } = feature
  const files = filesNamedAfter(repository, PLACES.contract, name)
  if (files.length > 0) return has('contract', `${files.join(', ')} (${endpoints.length} endpoints)`)
  if (serverFiles(feature, /./).length > 0 && serverFiles(feature, /routes\.ts$/).length === 0)
    return notNeeded('contract', 'no routes')
  return lacks('contract', `${PLACES.contract}/${name}.ts: schemas and endpoints, if it answers requests`)
}

const tables: Check = (feature) => {
  const files = filesNamedAfter(feature.repository, PLACES.tables, feature.name)
  if (files.length === 0 && hasFolder(feature)) return notNeeded('tables', 'none named after it')
  if (files.length === 0) return lacks('tables', `${PLACES.tables}/${feature.name}.ts, if it stores anything`)
  const index = read(feature, PLACES.tableIndex)
  const names = files.map((file) => file.slice(PLACES.tables.length + 1))
  return listed('tables', PLACES.tableIndex, names, (file) => index.includes(`'./${file}'`))
}

const migration: Check = (feature) => {
  if (feature.tables.length === 0) return notNeeded('migration', 'no tables')
  const sql = filesIn(feature, 'packages/db/migrations', /\.sql$/)
    .map((file) => read(feature, file))
    .join('\n')
  const missing = feature.tables.filter(({ name }) => !sql.includes(`CREATE TABLE "${name}"`))
  const names = missing.map(({ name }) => name).join(', ')
  return missing.length > 0
    ? lacks('migration', `run npm run new-migration ${feature.name}: no SQL creates ${names}`)
    : has('migration', feature.tables.map(({ name }) => name).join(', '))
}

const server: Check = (feature) => {
  const folder = `${SERVER}/${feature.name}`
  if (serverFiles(feature, /./).length === 0 && hasFolder(feature) && feature.endpoints.length === 0)
    return notNeeded('server', NO_ENDPOINTS)
  if (serverFiles(feature, /./).length === 0) return lacks('server', `${folder}/${feature.name}.service.ts`)
  if (serverFiles(feature, /\.test\.ts$/).length === 0) return lacks('server', `${folder}/${feature.name}.test.ts`)
  return has('server', folder)
}

const routes: Check = (feature) => {
  const files = serverFiles(feature, /routes\.ts$/)
  const mounted = files.map((file) => read(feature, file)).join('\n')
  const elsewhere = filesIn(feature, SERVER, /routes\.ts$/)
    .map((file) => read(feature, file))
    .join('\n')
  const forgotten = feature.endpoints.filter(({ name }) => !elsewhere.includes(name))
  if (forgotten.length > 0) {
    const names = forgotten.map(({ name }) => name).join(', ')
    return lacks('routes', `${SERVER}/${feature.name}/${feature.name}.routes.ts: mount ${names}`)
  }
  if (mounted === '') return notNeeded('routes', NO_ENDPOINTS)
  const names = exportsOf(feature, files, /export const (\w+Routes)\b/g)
  const callers = filesIn(feature, 'apps/server/src', /\.ts$/).filter((file) => !file.endsWith('.test.ts'))
  const mounting = callers.map((file) => read(feature, file)).join('\n')
  return listed('routes', PLACES.app, names, (name) => mounting.includes(`${name}(`))
}

const apiDocument: Check = (feature) => {
  if (feature.endpoints.length === 0) return notNeeded('API document', NO_ENDPOINTS)
  const document = read(feature, PLACES.openapi)
  const asWritten = (path: string) => path.replace(/:(\w+)/g, '{$1}')
  const missing = feature.endpoints.filter(({ path }) => !document.includes(`"${asWritten(path)}"`))
  return missing.length > 0
    ? lacks('API document', `run npm run openapi: ${missing.map(callOf).join(', ')}`)
    : has('API document', PLACES.openapi)
}

const accessMatrix: Check = (feature) => {
  if (feature.endpoints.length === 0) return notNeeded('access matrix', NO_ENDPOINTS)
  const parts = filesIn(feature, 'apps/server/src/testing', /-calls\.ts$/)
  const text = [PLACES.matrix, ...parts].map((file) => read(feature, file)).join('\n')
  return listed('access matrix', PLACES.matrix, feature.endpoints.map(callOf), (call) => text.includes(`'${call}'`))
}

const matrixThings: Check = (feature) => {
  const calls = feature.endpoints.map(callOf).filter((call) => call.includes(':'))
  if (calls.length === 0) return notNeeded('access matrix, things', 'no address names one thing')
  const text = filesIn(feature, 'apps/server/src/testing', /matrix-[a-z-]*things\.ts$/)
    .map((file) => read(feature, file))
    .join('\n')
  return listed('access matrix, things', PLACES.things, calls, (call) => {
    const [, path = ''] = call.split(' ')
    const own = path.slice(0, path.lastIndexOf('/:'))
    const named = [...text.matchAll(/'(\/api\/[^']*:\w+[^']*)'/g)].map(([, address = '']) => address)
    return named.some((address) => `${path}/`.startsWith(`${address}/`) && address.startsWith(`${own}/:`))
  })
}

const personalData: Check = (feature) => {
  const personal = personalTables(feature).map(({ name }) => name)
  if (personal.length === 0) return notNeeded('personal data', 'no table refers to users')
  const files = filesIn(feature, SERVER, /\.personal-data\.ts$/)
  const text = files.map((file) => read(feature, file)).join('\n')
  const missing = personal.filter((table) => !text.includes(`'${table}'`))
  const place = `${SERVER}/${feature.name}/${feature.name}.personal-data.ts`
  if (missing.length > 0) return lacks('personal data', `${place}: export and erase ${missing.join(', ')}`)
  const own = exportsOf(feature, serverFiles(feature, /\.personal-data\.ts$/), /export const (\w+PersonalData)\b/g)
  if (own.length === 0)
    return has('personal data', files.filter((file) => read(feature, file).includes(`'${personal[0]}'`)).join(', '))
  return listed('personal data', PLACES.personalData, own, (name) =>
    new RegExp(`^  ${name},`, 'm').test(read(feature, PLACES.personalData)),
  )
}

const auditLog: Check = (feature) => {
  const writes = feature.endpoints.filter(({ method, access }) => method !== 'GET' && access === 'admin')
  if (writes.length === 0) return notNeeded('audit log', 'administrators change nothing')
  const services = serverFiles(feature, /\.ts$/).filter((file) => !file.endsWith('.test.ts'))
  const subjects = [...read(feature, PLACES.audit).matchAll(/^ {2}'([a-z ]+)',$/gm)].map(([, subject = '']) => subject)
  const source = services.map((file) => read(feature, file)).join('\n')
  const used = subjects.filter((subject) => source.includes(`subject: '${subject}'`))
  if (/\b(recordChange\(|recorderOf<)/.test(source))
    return has('audit log', used.length > 0 ? used.join(', ') : 'recordChange')
  return lacks(
    'audit log',
    `call recordChange in the transaction of ${writes.map(callOf).join(', ')}; ${PLACES.audit} lists the subjects`,
  )
}

const changeTopic: Check = (feature) => {
  const [file] = serverFiles(feature, /\.ts$/).filter((one) => read(feature, one).includes('interface Topics'))
  return file ? has('change topic', file) : notNeeded('change topic', 'unless processes keep copies of it in memory')
}

const jobs: Check = (feature) => {
  const files = serverFiles(feature, /\.jobs\.ts$/)
  if (files.length === 0) return notNeeded('jobs', 'unless work must follow a commit, or the clock')
  const names = exportsOf(feature, files, /export const (\w+Jobs|[A-Z_]+_SCHEDULE)\b/g)
  return listed('jobs', PLACES.jobs, names, (name) => read(feature, PLACES.jobs).includes(`...${name}`))
}

const mails: Check = (feature) => {
  const files = serverFiles(feature, /-mails\.ts$/)
  if (files.length === 0) return notNeeded('mails', 'sends none')
  const names = exportsOf(feature, files, /export const (\w+Mail)\b/g)
  return listed('mails', PLACES.letters, names, (name) => read(feature, PLACES.letters).includes(`${name}(`))
}

const privacyPage: Check = (feature) => {
  const names = personalTables(feature).map(({ name }) => name)
  if (names.length === 0) return notNeeded('privacy page', 'no table refers to users')
  if (mentions(read(feature, PLACES.privacy), feature.name)) return has('privacy page', PLACES.privacy)
  return lookAt('privacy page', `${PLACES.privacy}: is ${names.join(', ')} covered by a row?`)
}

export const SERVER_CHECKS: readonly Check[] = [
  contract,
  tables,
  migration,
  server,
  routes,
  apiDocument,
  accessMatrix,
  matrixThings,
  personalData,
  auditLog,
  changeTopic,
  jobs,
  mails,
  privacyPage,
]
