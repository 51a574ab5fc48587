import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '@slipstream/contract/audit'
import { inTransaction } from '@slipstream/db/client'
import { erasePerson, exportPersonalData } from '#features/account/personal-data.service.ts'
import { PERSONAL_DATA } from '#all-personal-data.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { type Change, recordChange } from './audit.service.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const record = (change: Partial<Change> = {}) =>
  inTransaction(store.db, (tx) =>
    recordChange(tx, { actorId: admin.row.id, action: 'edit', subject: 'mod', subjectName: 'Aurelion', ...change }),
  )
const log = async (query: Record<string, string> = {}) => {
  const answer = await admin.call('GET', `/api/admin/audit?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: AuditEntry[]; next: string | null }>()
}
const names = async (query: Record<string, string> = {}) =>
  (await log(query)).items.map(({ subjectName }) => subjectName)

describe('an audit entry', () => {
  test('an audit entry says who changed what, with only the fields that differ', async () => {
    await record({
      subjectId: 7,
      before: { title: 'Aurelion', priceCents: 1_000, tags: ['v8'], saleEndsAt: new Date('2026-01-01T00:00:00Z') },
      after: {
        title: 'Aurelion',
        priceCents: 900,
        tags: ['v8', 'track'],
        saleEndsAt: '2026-01-01T00:00:00.000Z',
        note: 'new',
      },
    })
    expect((await log()).items).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actorId: admin.row.id,
        actorName: admin.row.username,
        action: 'edit',
        subject: 'mod',
        subjectId: '7',
        subjectName: 'Aurelion',
        before: { priceCents: 1_000, tags: ['v8'], note: null },
        after: { priceCents: 900, tags: ['v8', 'track'], note: 'new' },
      },
    ])
  })

  test('an edit without changes writes no audit entry', async () => {
    await record({ before: { title: 'Aurelion' }, after: { title: 'Aurelion' } })
    expect(await names()).toEqual([])
  })

  test('creating or removing something records all of its fields', async () => {
    await record({ action: 'create', after: { name: 'Drift' } })
    await record({ action: 'remove', before: { name: 'Drift' } })
    expect((await log()).items).toMatchObject([
      { action: 'remove', before: { name: 'Drift' }, after: null },
      { action: 'create', before: null, after: { name: 'Drift' } },
    ])
  })

  test('a change without an actor is attributed to the store', async () => {
    await record({ actorId: null })
    expect((await log()).items).toMatchObject([{ actorId: null, actorName: 'The store' }])
  })

  test('a rolled-back change leaves no audit entry', async () => {
    const failing = inTransaction(store.db, async (tx) => {
      await recordChange(tx, { actorId: admin.row.id, action: 'edit', subject: 'mod', subjectName: 'Aurelion' })
      throw new Error('the change fails')
    })
    await expect(failing).rejects.toThrow('the change fails')
    expect(await names()).toEqual([])
  })
})

describe('the audit log', () => {
  test('the audit log can be filtered by kind, subject, person, name and time', async () => {
    const other = await newPerson(store, { isAdmin: true })
    await record({ subjectId: 1, subjectName: 'Aurelion' })
    await record({ subjectId: 2, subjectName: 'Senko 100%' })
    await record({ subject: 'category', subjectId: 2, subjectName: 'Drift', actorId: other.row.id })
    await store.db.execute(sql`update audit_log set at = '2026-01-01T12:00:00Z' where subject_name = 'Aurelion'`)

    expect(await names()).toEqual(['Drift', 'Senko 100%', 'Aurelion'])
    expect(await names({ subject: 'mod' })).toEqual(['Senko 100%', 'Aurelion'])
    expect(await names({ subject: 'mod', subjectId: '2' })).toEqual(['Senko 100%'])
    expect(await names({ actorId: String(other.row.id) })).toEqual(['Drift'])
    expect(await names({ q: 'LION' })).toEqual(['Aurelion'])
    expect(await names({ q: '0%' })).toEqual(['Senko 100%'])
    expect(await names({ q: 'A%n' })).toEqual([])
    expect(await names({ to: '2026-01-01T12:00:00.001Z' })).toEqual(['Aurelion'])
    expect(await names({ from: '2026-01-01T12:00:00.001Z' })).toEqual(['Drift', 'Senko 100%'])
  })

  test('the audit log pages without duplicates while entries are added', async () => {
    for (let number = 1; number <= 7; number++) await record({ subjectName: `Mod ${number}` })
    const seen: string[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page = await log({ limit: '3', ...(after && { after }) })
      seen.push(...page.items.map(({ subjectName }) => subjectName))
      after = page.next
      await record({ subjectName: 'later' })
    }
    expect(seen).toEqual(['Mod 7', 'Mod 6', 'Mod 5', 'Mod 4', 'Mod 3', 'Mod 2', 'Mod 1'])
  })

  test.each(['subject=parrot', 'limit=101', 'after=nonsense', 'from=yesterday', 'color=red'])(
    'the audit log refuses the filter %s',
    async (query) => {
      const answer = await admin.call('GET', `/api/admin/audit?${query}`)
      expect([answer.statusCode, answer.json().code]).toEqual([400, 'request.invalid'])
    },
  )

  test('the audit log exports as CSV, complete and without formulas', async () => {
    await store.db.execute(sql`
      insert into audit_log (actor_id, action, subject, subject_id, subject_name)
      select ${admin.row.id}, 'edit', 'mod', n::text, 'Mod ' || n from generate_series(1, 1200) n`)
    await record({ subject: 'category', subjectName: '=cmd()', before: { name: 'a' }, after: { name: 'b' } })
    const answer = await admin.call('GET', '/api/admin/audit/export')
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="changes.csv"')
    const lines = answer.body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(1_202)
    expect(lines[0]).toBe('\uFEFFTime,Who,Action,Of,Number,Name,Before,After')
    expect(lines[1]).toContain(`,${admin.row.username},edit,category,,'=cmd(),"{""name"":""a""}","{""name"":""b""}"`)
    expect(new Set(lines).size).toBe(1_202)

    const narrowed = await admin.call('GET', '/api/admin/audit/export?subject=category')
    expect(narrowed.body.trimEnd().split('\r\n')).toHaveLength(2)
  })
})

test('deleting an administrator’s account anonymizes their audit entries and keeps them', async () => {
  const leaving = await newPerson(store, { isAdmin: true })
  await record({ actorId: leaving.row.id })
  await inTransaction(store.db, async (tx) => {
    const exported = await exportPersonalData(tx, PERSONAL_DATA, leaving.row.id)
    expect(exported['changes as an administrator']).toMatchObject([{ action: 'edit', subjectName: 'Aurelion' }])
    await erasePerson(tx, PERSONAL_DATA, leaving.row.id)
  })
  const [entry] = (await log()).items
  expect(entry).toMatchObject({ subjectName: 'Aurelion', actorName: `deleted user ${leaving.row.id}` })
})

describe('an exported file', () => {
  const DAYS = 'from=2026-01-01&to=2026-01-31'

  test.each([
    ['/api/admin/audit/export?q=jane%40mail.example', ['q']],
    ['/api/admin/users/export?q=jane', ['q']],
    ['/api/admin/orders/export?q=jane', ['q']],
    ['/api/admin/tickets/export?view=queue', ['view']],
    ['/api/admin/mods/export', []],
    [`/api/admin/analytics/sales/export?${DAYS}`, ['from', 'to']],
    [`/api/admin/analytics/visits/export?${DAYS}`, ['from', 'to']],
  ])('the audit log says who took a file and by which filters, not what was searched for: %s', async (url, filters) => {
    const answer = await admin.call('GET', url)
    expect(answer.statusCode, answer.body).toBe(200)
    const [, name] = /filename="(.+)"/.exec(String(answer.headers['content-disposition'])) ?? []
    expect((await log()).items).toMatchObject([
      {
        ...{ actorId: admin.row.id, action: 'export', subject: 'export', subjectId: null, subjectName: name },
        after: { filters: expect.arrayContaining(filters) },
      },
    ])
    expect(JSON.stringify(await log())).not.toContain('jane')
  })

  test('a file that the audit log cannot note is not sent', async () => {
    await store.db.execute(sql`alter table audit_log rename to lost_log`)
    const answer = await admin.call('GET', '/api/admin/mods/export')
    await store.db.execute(sql`alter table lost_log rename to audit_log`)
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([500, undefined])
  })
})
