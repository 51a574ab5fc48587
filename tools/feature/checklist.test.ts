import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { checklist } from './checklist.ts'
import { declaredEndpoints, declaredTables } from './declarations.ts'
import type { Feature } from './item.ts'
import { featureNames, filesNamedAfter, readRepository } from './repository.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const ENDPOINTS: Feature['endpoints'] = [
  { name: 'questionsApi.list', method: 'GET', path: '/api/mods/:id/questions', access: 'public' },
  { name: 'questionsAdminApi.answer', method: 'POST', path: '/api/admin/questions/answer', access: 'admin' },
]
const TABLES: Feature['tables'] = [{ name: 'mod_questions', refersToUsers: true }]

/** A feature with everything in place: each entry is one of its files or one of the lists that name it. */
const FILES: Record<string, string> = {
  'packages/contract/src/questions.ts': 'export const questionsApi = {}',
  'packages/contract/src/audit.ts': "export const AUDIT_SUBJECTS = [\n  'question',\n]",
  'packages/db/src/tables/questions.ts': '',
  'packages/db/src/tables/index.ts': "export * from './questions.ts'",
  'packages/db/migrations/0042_questions.sql': 'CREATE TABLE "mod_questions" (',
  'apps/server/src/features/questions/questions.routes.ts':
    'export const questionsRoutes = (app) => { mount(app, questionsApi.list); mount(app, questionsAdminApi.answer) }',
  'apps/server/src/features/questions/answer.service.ts': "await recordChange(tx, { subject: 'question' })",
  'apps/server/src/features/questions/questions.jobs.ts':
    "export const questionJobs = () => ({})\nexport const QUESTION_SCHEDULE = { 'questions.remind': { cron: '1 1 * * *' } }",
  'apps/server/src/features/questions/question-mails.ts': 'export const answeredMail = () => null',
  'apps/server/src/features/questions/questions.personal-data.ts':
    "export const questionsPersonalData = { tables: ['mod_questions'] }",
  'apps/server/src/features/questions/questions.test.ts': "test('[QUES-01] a question is answered once', …)",
  'apps/server/src/app.ts': 'questionsRoutes(app, services)',
  'apps/server/src/all-personal-data.ts': 'export const PERSONAL_DATA = [\n  questionsPersonalData,\n]',
  'apps/server/src/features/questions/questions.retention.ts': "export const questionsRetention = ['mod_questions']",
  'apps/server/src/features/questions/newest.ts': "import { LRUCache } from 'lru-cache'",
  'apps/server/src/all-retention.ts': 'export const RETENTION = [\n  ...questionsRetention,\n]',
  'apps/server/src/features/audit/audited-writes.test.ts': "'POST /api/admin/questions/answer': () => []",
  'apps/server/src/lib/jobs/jobs.test.ts': "{ identifier: 'questions.remind' }",
  'apps/web/app/lib/query-keys.ts': "  questions: '/api/mods/:id/questions',",
  'apps/web/app/lib/personal-queries.ts': '  PATHS.questions,',
  'apps/server/src/features/catalogue/mod-visibility.test.ts': "['', '/questions']",
  'apps/server/src/features/catalogue/mod-caches.test.ts': '`/api/mods/${modId}/questions`',
  'apps/web/app/lib/showing-mods.ts': '  PATHS.questions,',
  'apps/web/app/features/catalogue/details/section-tabs.tsx': "{ id: 'questions', title: 'Questions' }",
  'apps/web/app/admin-pages.ts': "mods: ['mods', 'mods/questions'],",
  'apps/web/app/shell/admin-page-list.ts': "to: '/admin/mods/questions'",
  'e2e/xss-seed.ts': "mod_questions: ['body']",
  'tools/fuzz/walk-store.ts': "call('POST', '/api/admin/questions/answer')",
  'docs/caches.md': '`features/questions/newest.ts`',
  'apps/server/src/all-jobs.ts': '...questionJobs(parts), ...QUESTION_SCHEDULE',
  'apps/server/src/testing/access-matrix.ts':
    "'GET /api/mods/:id/questions': 'public', 'POST /api/admin/questions/answer': 'admin'",
  'apps/server/src/testing/matrix-things.ts': "'/api/mods/:id': newMod",
  'apps/server/src/features/templates/sample-letters.ts': 'answeredMail(SENDER)',
  'docs/openapi.json': '"/api/mods/{id}/questions": {}, "/api/admin/questions/answer": {}',
  'apps/web/app/features/legal/privacy-tables.tsx': '<Kind name="Questions" />',
  'apps/web/app/features/questions/question-list.tsx': '',
  'apps/web/app/features/questions/question-list.test.tsx': '',
  'apps/web/app/routes/questions.tsx': "import { QuestionList } from '#features/questions/question-list.tsx'",
  'apps/web/app/routes.ts': "route('questions', 'routes/questions.tsx')",
  'e2e/store.ts': "'/questions'",
  'e2e/questions.spec.ts': '',
  'tools/fuzz/pages.ts': "'/questions?q={}'",
  'docs/architecture.md': '```\nauth, questions\n```',
  'CHANGELOG.md': '## Unreleased\n\n- Players ask questions on the page of a mod.\n\n## 1.0.0',
}

const itemsOf = (files: Record<string, string>) => {
  const repository = new Map(Object.entries(files))
  const hasTables = 'packages/db/src/tables/questions.ts' in files
  return checklist({ name: 'questions', repository, endpoints: ENDPOINTS, tables: hasTables ? TABLES : [] })
}
const lackedBy = (files: Record<string, string>) =>
  itemsOf(files)
    .filter(({ verdict }) => verdict === 'lacks')
    .map(({ subject }) => subject)

test('the checklist of a feature with all files and in all lists is complete', () => {
  const complaints = itemsOf(FILES).filter(({ verdict }) => verdict !== 'has' && verdict !== 'not needed')
  expect(complaints).toEqual([])
})

test.each([
  ['packages/contract/src/questions.ts', 'contract'],
  ['packages/db/src/tables/index.ts', 'tables'],
  ['packages/db/migrations/0042_questions.sql', 'migration'],
  ['apps/server/src/features/questions/questions.test.ts', 'server'],
  ['apps/server/src/features/questions/questions.routes.ts', 'routes'],
  ['docs/openapi.json', 'API document'],
  ['apps/server/src/testing/access-matrix.ts', 'access matrix'],
  ['apps/server/src/testing/matrix-things.ts', 'access matrix, things'],
  ['apps/server/src/features/questions/questions.personal-data.ts', 'personal data'],
  ['apps/server/src/features/questions/answer.service.ts', 'audit log'],
  ['apps/server/src/all-jobs.ts', 'jobs'],
  ['apps/server/src/features/templates/sample-letters.ts', 'mails'],
  ['apps/server/src/features/questions/questions.retention.ts', 'retention'],
  ['apps/server/src/all-retention.ts', 'retention'],
  ['apps/server/src/features/audit/audited-writes.test.ts', 'audited writes'],
  ['apps/server/src/lib/jobs/jobs.test.ts', 'schedule'],
  ['docs/caches.md', 'caches'],
  ['apps/web/app/lib/personal-queries.ts', 'queries'],
  ['apps/web/app/features/questions/question-list.test.tsx', 'web'],
  ['apps/web/app/routes/questions.tsx', 'page'],
  ['apps/web/app/routes.ts', 'page'],
  ['e2e/store.ts', 'lists of pages'],
  ['tools/fuzz/pages.ts', 'lists of pages'],
  ['apps/server/src/features/questions/questions.test.ts', 'specification'],
  ['e2e/questions.spec.ts', 'journey'],
  ['docs/architecture.md', 'layers'],
  ['CHANGELOG.md', 'changelog'],
])('without %s the checklist names: %s', (file, subject) => {
  const rest = Object.entries(FILES).filter(([path]) => path !== file)
  expect(lackedBy(Object.fromEntries(rest))).toContain(subject)
})

test.each(['mod-visibility.test.ts', 'mod-caches.test.ts', 'showing-mods.ts'])(
  'if %s lacks a public endpoint below a mod’s address, the checklist names: section of a mod',
  (name) => {
    const file = Object.keys(FILES).find((path) => path.endsWith(name)) ?? name
    expect(lackedBy({ ...FILES, [file]: "'/reviews' PATHS.reviews" })).toEqual(['section of a mod'])
  },
)

test('a feature without a public endpoint below a mod’s address is no section of its page', () => {
  const endpoints = ENDPOINTS.filter(({ access }) => access === 'admin')
  const items = checklist({ name: 'questions', repository: new Map(), endpoints, tables: [] })
  expect(items).toContainEqual(expect.objectContaining({ subject: 'section of a mod', verdict: 'not needed' }))
})

const WRITE_BELOW_MOD = { name: 'questionsApi.ask', method: 'POST', path: '/api/mods/:id/questions', access: 'user' }
const fuzzedBy = (walk: string) => {
  const repository = new Map([['tools/fuzz/walk-support.ts', walk]])
  const items = checklist({ name: 'questions', repository, endpoints: [WRITE_BELOW_MOD], tables: [] })
  return items.find(({ subject }) => subject === 'fuzzer')
}

test('a walk of the fuzzer that calls another address below a mod does not count for the feature', () => {
  for (const walk of ["call('POST', '/api/mods/1/reviews/mine')", "call('GET', '/api/mods')"]) {
    expect(fuzzedBy(walk)).toMatchObject({ verdict: 'look at', details: expect.stringContaining('/questions') })
  }
})

test.each([
  "call('POST', '/api/mods/1/questions', {})",
  'call("POST", `/api/mods/${String(mod)}/questions`)',
  "'POST /api/mods/{id}/questions': 'needs a person'",
])('the checklist recognizes a call of the fuzzer: %s', (walk) => {
  expect(fuzzedBy(walk)).toMatchObject({ verdict: 'has', details: 'tools/fuzz/walk-support.ts' })
})

test('a changelog line that only mentions the feature’s name is marked “look at”', () => {
  const passing = '## Unreleased\n\n- The contact form is shorter, and tells where to send questions.'
  expect(itemsOf({ ...FILES, 'CHANGELOG.md': passing })).toContainEqual(
    expect.objectContaining({
      subject: 'changelog',
      verdict: 'look at',
      details: expect.stringContaining('contact form'),
    }),
  )
})

test('a line of the changelog about an older version does not announce a feature', () => {
  const old = '## Unreleased\n\n### Added\n\n## 1.0.0\n\n- Questions on the page of a mod.'
  expect(lackedBy({ ...FILES, 'CHANGELOG.md': old })).toEqual(['changelog'])
})

test('contract files that begin with the singular of the feature’s name are its contract', () => {
  const { 'packages/contract/src/questions.ts': text = '', ...rest } = FILES
  expect(lackedBy({ ...rest, 'packages/contract/src/question-terms.ts': text })).toEqual([])
})

test('the checklist names a routes file that app.ts does not call and personal data that is not listed', () => {
  const empty = { 'apps/server/src/app.ts': '', 'apps/server/src/all-personal-data.ts': '' }
  expect(lackedBy({ ...FILES, ...empty })).toEqual(['routes', 'personal data'])
})

test.each([
  ['apps/web/app/features/legal/privacy-tables.tsx', 'privacy page', 'mod_questions'],
  ['apps/web/app/lib/query-keys.ts', 'queries', 'GET /api/mods/:id/questions'],
  ['tools/fuzz/walk-store.ts', 'fuzzer', 'POST /api/admin/questions/answer'],
  ['apps/web/app/features/catalogue/details/section-tabs.tsx', 'section of a mod', 'questions'],
  ['apps/web/app/shell/admin-page-list.ts', 'admin search', '/admin/mods/questions'],
  ['e2e/xss-seed.ts', 'hostile texts', 'mod_questions'],
])('without %s the checklist asks to look at: %s', (file, subject, what) => {
  expect(itemsOf({ ...FILES, [file]: '' }).filter(({ verdict }) => verdict === 'look at')).toEqual([
    expect.objectContaining({ subject, details: expect.stringContaining(what) }),
  ])
})

test('the checklist of a new feature says where to begin', () => {
  const items = checklist({ name: 'questions', repository: new Map(), endpoints: [], tables: [] })
  expect(items.filter(({ verdict }) => verdict === 'lacks').map(({ subject }) => subject)).toEqual([
    'contract',
    'tables',
    'server',
    'web',
    'specification',
    'changelog',
  ])
})

test('the checklist finds every part of the store’s wishlist feature', async () => {
  const repository = readRepository(ROOT)
  expect(featureNames(repository)).toContain('wishlist')
  const endpoints = await declaredEndpoints(ROOT, filesNamedAfter(repository, 'packages/contract/src', 'wishlist'))
  const tables = await declaredTables(ROOT, filesNamedAfter(repository, 'packages/db/src/tables', 'wishlist'))
  expect(endpoints).toContainEqual({
    name: 'wishlistApi.remove',
    method: 'DELETE',
    path: '/api/wishlist/:modId',
    access: 'user',
  })
  expect(tables).toEqual([
    { name: 'wishlist_items', refersToUsers: true },
    { name: 'wishlist_news', refersToUsers: true },
  ])
  const items = checklist({ name: 'wishlist', repository, endpoints, tables })
  const verdicts = Object.fromEntries(items.map(({ subject, verdict }) => [subject, verdict]))
  expect(verdicts).toMatchObject({
    contract: 'has',
    tables: 'has',
    migration: 'has',
    routes: 'has',
    'API document': 'has',
    'access matrix': 'has',
    'access matrix, things': 'has',
    'personal data': 'has',
    'audit log': 'not needed',
    web: 'has',
    journey: 'has',
  })
})
