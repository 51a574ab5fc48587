import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { AgreedTexts, LegalDesk, LegalVersion } from '@slipstream/contract/legal-admin'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import { LEGAL_DOCUMENTS, type LegalDocument } from '@slipstream/contract/legal-terms'
import { inTransaction } from '@slipstream/db/client'
import { legalDrafts, legalVersions } from '@slipstream/db/tables/legal'
import { createLegalVersion } from '@slipstream/db/testing/legal-factories'
import { createOrder } from '@slipstream/db/testing/order-factories'
import { BUILT_IN, BUILT_IN_SINCE } from '@slipstream/legal-text/built-in'
import { announceChange } from '#lib/cache/change-bus.ts'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { legalPersonalData } from './legal.personal-data.ts'

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
  await refreshed(() => inTransaction(store.db, (tx) => announceChange(tx, 'legal')))
})

/** Waits until this process has read the texts again. */
const refreshed = async <T>(change: () => Promise<T>): Promise<T> => {
  const heard = new Promise<void>((resolve) => store.services.legal.onChange(() => resolve()))
  const answer = await change()
  await heard
  return answer
}

const at = (document: LegalDocument) => `/api/admin/legal/${document}` as const
const desk = async (document: LegalDocument = 'terms') => (await admin.call('GET', at(document))).json<LegalDesk>()
const page = async (document: LegalDocument = 'terms', query = '') =>
  (await store.call('GET', `/api/legal/${document}${query}`)).json<LegalPageText>()
const save = (body: string, revision = 0, document: LegalDocument = 'terms') =>
  admin.call('PATCH', `${at(document)}/draft`, { body, revision })
const publish = (form: object = {}, document: LegalDocument = 'terms') =>
  admin.call('POST', `${at(document)}/versions`, { revision: 1, effectiveAt: null, note: '', ...form })
const versions = async (document: LegalDocument = 'terms') =>
  (await admin.call('GET', `${at(document)}/versions`)).json<{ items: LegalVersion[] }>().items

const withSentence = (words: string, document: LegalDocument = 'terms') => `${BUILT_IN[document]}\n${words}\n`
const wordsIn = (text: LegalPageText) => JSON.stringify(text.text)
const publishNow = (words: string) =>
  refreshed(async () => {
    expect((await save(withSentence(words))).statusCode).toBe(200)
    const answer = await publish()
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<LegalVersion>()
  })
const LATER = new Date(Date.now() + 86_400_000)

test.each(LEGAL_DOCUMENTS)(
  '[LEGAL-01] the built-in text of %s is shown until something is published',
  async (document) => {
    expect(await page(document)).toMatchObject({
      document,
      number: 0,
      state: 'current',
      updatedAt: BUILT_IN_SINCE[document],
      earlier: [],
      upcoming: null,
    })
    expect(await desk(document)).toMatchObject({
      builtIn: BUILT_IN[document],
      current: { number: 0, state: 'current', body: BUILT_IN[document], effectiveAt: null },
      draft: null,
      checked: { problems: [], missing: [] },
    })
  },
)

test('[CAP-12] a published version replaces the text at once, and the old one stays readable', async () => {
  const version = await publishNow('Drive carefully.')
  expect(version).toMatchObject({ number: 1, state: 'current', publishedBy: admin.row.username })
  const shown = await page()
  expect(shown).toMatchObject({ number: 1, state: 'current', updatedAt: version.effectiveAt })
  expect(shown.earlier).toEqual([{ number: 0, effectiveAt: null }])
  expect(wordsIn(shown)).toContain('Drive carefully.')
  expect(wordsIn(await page('terms', '?version=0'))).not.toContain('Drive carefully.')
  expect(await page('terms', '?version=0')).toMatchObject({ number: 0, state: 'earlier' })
  expect((await desk()).draft).toBeNull()
  expect((await lastChanges(store.db))[0]).toMatchObject({
    action: 'publish',
    subject: 'legal text',
    subjectId: 'terms 1',
    after: { version: 1 },
  })
})

test('a legal draft is kept as typed, complete or not, and no visitor sees it', async () => {
  const saved = await save('  Half a\n\nsentence {{')
  expect(saved.json()).toMatchObject({ revision: 1, checked: { problems: [{ line: null }, { line: 3 }] } })
  expect(await desk()).toMatchObject({
    draft: { body: '  Half a\n\nsentence {{', revision: 1, updatedBy: admin.row.username },
    checked: { missing: [{ rule: 'LEGAL-03' }, {}, {}, {}] },
  })
  expect(await page()).toMatchObject({ number: 0 })

  await admin.call('DELETE', `${at('terms')}/draft`)
  await admin.call('DELETE', `${at('terms')}/draft`)
  expect((await desk()).draft).toBeNull()
})

test('an administrator cannot overwrite or publish another’s draft without having seen it', async () => {
  const other = await newPerson(store, { isAdmin: true })
  await save(withSentence('Mine.'))
  await other.call('PATCH', `${at('terms')}/draft`, { body: withSentence('Theirs.'), revision: 1 })
  for (const answer of [await save(withSentence('Mine again.'), 1), await publish()]) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'legal.draft_changed'])
  }
  expect((await desk()).draft).toMatchObject({ revision: 2, updatedBy: other.row.username })
  expect(await versions()).toEqual([])
})

test('of several concurrent requests to publish the same legal draft, one succeeds', async () => {
  await save(withSentence('Once.'))
  const answers = await Promise.all([publish(), publish(), publish()])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  expect(await versions()).toMatchObject([{ number: 1 }])
})

test.each<[LegalDocument, string, string]>([
  ['terms', '{{redownloads}}', 'LEGAL-03: How long re-download links are free.'],
  ['terms', '{{minimumAge}}', 'LEGAL-07: The store is not for young children.'],
  ['privacy', '{{retentionTable}}', 'LEGAL-05: How long each kind of data is kept.'],
  ['cookies', '{{storageTable}}', 'Every cookie and storage key that the store uses.'],
  ['refunds', '{{refundDecisionHours}}', 'LEGAL-02: How soon a refund is decided.'],
  ['refunds', '{{supportTimes}}', 'LEGAL-06: How soon support replies.'],
])('[CAP-12] the %s cannot be published without %s', async (document, placeholder, message) => {
  await save(BUILT_IN[document].replaceAll(placeholder, ''), 0, document)
  const answer = await publish({}, document)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { code: 'legal.statement_missing', issues: [{ path: '/body', message }] },
  ])
  expect(await page(document)).toMatchObject({ number: 0 })
})

test('[CAP-12] a legal text with a problem cannot be published, and the answer names the line', async () => {
  await save(withSentence('[Click](javascript:alert(1)) {{nobody}}'))
  const { statusCode, ...answer } = await publish()
  expect([statusCode, answer.json()]).toMatchObject([400, { code: 'legal.invalid' }])
  const { issues } = answer.json<{ issues: { message: string }[] }>()
  expect(issues.map(({ message }) => message.split(':')[0])).toEqual(['Line 162', 'Line 162'])
})

test('a legal text that equals the current one is not published again', async () => {
  await save(`\n${BUILT_IN.terms}\n\n`)
  expect((await publish()).json().code).toBe('legal.unchanged')
  expect(await versions()).toEqual([])
})

test('[CAP-12] the built-in legal text can be published again as a regular version', async () => {
  await publishNow('Drive carefully.')
  await refreshed(async () => {
    await save(BUILT_IN.terms)
    expect((await publish()).statusCode).toBe(200)
  })
  expect(await page()).toMatchObject({
    number: 2,
    earlier: [
      { number: 1, effectiveAt: expect.any(String) },
      { number: 0, effectiveAt: null },
    ],
  })
  expect((await page()).text).toEqual((await page('terms', '?version=0')).text)
})

describe('a version with an effective date', () => {
  const schedule = (effectiveAt: Date, revision = 1) => publish({ effectiveAt: effectiveAt.toISOString(), revision })

  test('[CAP-12] a legal version takes effect on its date without a restart or another change', async () => {
    const soon = new Date(Date.now() + 1_500)
    await refreshed(async () => {
      await save(withSentence('From now on.'))
      expect((await schedule(soon)).json()).toMatchObject({ number: 1, state: 'upcoming' })
    })
    expect(await page()).toMatchObject({ number: 0, upcoming: { number: 1, effectiveAt: soon.toISOString() } })
    expect(await page('terms', '?version=1')).toMatchObject({ number: 1, state: 'upcoming' })
    expect((await desk()).upcoming).toMatchObject({ number: 1 })
    await vi.waitFor(async () => expect(await page()).toMatchObject({ number: 1, upcoming: null }), { timeout: 5_000 })
    expect((await page()).earlier).toEqual([{ number: 0, effectiveAt: null }])
    // A job drops the pages that were rendered just before.
    await refreshed(() => runJobs(store))
    expect(await versions()).toMatchObject([{ number: 1, state: 'current' }])
  })

  test('a legal version is never backdated and never takes effect before an earlier one', async () => {
    await save(withSentence('One.'))
    expect((await schedule(new Date(Date.now() - 60_000))).json().code).toBe('legal.too_early')
    await schedule(LATER)
    await save(withSentence('Two.'))
    for (const effectiveAt of [null, LATER.toISOString(), new Date(LATER.getTime() - 1).toISOString()]) {
      expect((await publish({ effectiveAt })).json().code).toBe('legal.too_early')
    }
    expect((await schedule(new Date(LATER.getTime() + 1))).statusCode).toBe(200)
    expect(await versions()).toMatchObject([
      { number: 2, state: 'upcoming' },
      { number: 1, state: 'upcoming' },
    ])
  })

  test('an upcoming legal version can be withdrawn idempotently, and a version in effect cannot', async () => {
    await refreshed(async () => {
      await save(withSentence('Later.'))
      await schedule(LATER)
    })
    const url = `${at('terms')}/versions/1` as const
    await refreshed(() => admin.call('DELETE', url))
    const known = (await lastChanges(store.db)).length
    expect((await admin.call('DELETE', url)).statusCode).toBe(200)
    expect((await lastChanges(store.db)).length).toBe(known)
    expect(await versions()).toMatchObject([{ number: 1, state: 'withdrawn' }])
    expect((await store.call('GET', '/api/legal/terms?version=1')).statusCode).toBe(404)
    expect(await page()).toMatchObject({ number: 0, upcoming: null })

    await publishNow('Now.')
    const refused = await admin.call('DELETE', `${at('terms')}/versions/2`)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'legal.in_effect'])
    expect((await admin.call('DELETE', `${at('terms')}/versions/9`)).json().code).toBe('legal.not_found')
  })
})

test('a published legal version cannot be changed or deleted, not even with SQL', async () => {
  await publishNow('Kept.')
  for (const change of [
    sql`update legal_versions set body = 'Other'`,
    sql`update legal_versions set note = 'Other'`,
    sql`update legal_versions set effective_at = effective_at + interval '1 day'`,
    sql`update legal_versions set withdrawn_at = now()`,
    sql`delete from legal_versions`,
  ]) {
    await expect(store.db.execute(change)).rejects.toThrow()
  }
  expect(wordsIn(await page())).toContain('Kept.')
})

describe('what a buyer agreed to', () => {
  const agreed = async (number: string) =>
    (await admin.call('GET', `/api/admin/legal/orders/${number}`)).json<AgreedTexts>()

  test('[CAP-12] an order refers to the legal versions that applied when it was placed, whatever came later', async () => {
    const hour = (n: number) => new Date(Date.UTC(2026, 10, 10, n))
    await createLegalVersion(store.db, { number: 1, effectiveAt: hour(1) })
    await createLegalVersion(store.db, { number: 2, effectiveAt: hour(3) })
    await createLegalVersion(store.db, { document: 'refunds', number: 1, effectiveAt: hour(2) })
    await createLegalVersion(store.db, { number: 3, effectiveAt: LATER, publishedAt: new Date() })
    const numbersAt = async (createdAt: Date) => {
      const { number } = await createOrder(store.db, { userId: admin.row.id, createdAt })
      const { order, placedAt, documents } = await agreed(number)
      expect([order, placedAt]).toEqual([number, createdAt.toISOString()])
      return documents.map(({ document, number: version }) => `${document} ${version}`).join(', ')
    }
    expect(await numbersAt(hour(0))).toBe('terms 0, privacy 0, cookies 0, refunds 0')
    // A version applies from its exact time on.
    expect(await numbersAt(hour(1))).toBe('terms 1, privacy 0, cookies 0, refunds 0')
    expect(await numbersAt(hour(2))).toBe('terms 1, privacy 0, cookies 0, refunds 1')
    expect(await numbersAt(new Date(hour(3).getTime() - 1))).toBe('terms 1, privacy 0, cookies 0, refunds 1')
    expect(await numbersAt(new Date())).toBe('terms 2, privacy 0, cookies 0, refunds 1')
  })

  test('[CAP-12] the legal version of an order stays the same, byte for byte', async () => {
    await publishNow('The first wording.')
    const { number } = await createOrder(store.db, { userId: admin.row.id })
    const read = async () => {
      const version = (await agreed(number)).documents[0]?.number
      return (await admin.call('GET', `${at('terms')}/versions/${version ?? 0}`)).json<{
        body: string
        text: unknown
      }>()
    }
    const then = await read()
    await publishNow('The second wording.')
    expect(await read()).toMatchObject({ body: then.body, text: then.text })
    expect(then.body).toBe(withSentence('The first wording.'))
  })

  test('requesting the legal texts of an unknown order answers 404', async () => {
    const answer = await admin.call('GET', '/api/admin/legal/orders/SL-2026-999999')
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'orders.not_found'])
  })
})

test('the versions of a legal text are listed page by page, newest first', async () => {
  for (let number = 1; number <= 23; number++) {
    await createLegalVersion(store.db, { number, effectiveAt: new Date(Date.UTC(2026, 9, number)) })
  }
  const first = (await admin.call('GET', `${at('terms')}/versions`)).json<{ items: LegalVersion[]; next: string }>()
  expect(first.items.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => 23 - index))
  const url = `${at('terms')}/versions?after=${first.next}` as const
  const rest = (await admin.call('GET', url)).json<{ items: LegalVersion[]; next: string | null }>()
  expect([rest.items.map(({ number }) => number), rest.next]).toEqual([[3, 2, 1], null])
  expect(rest.items[0]).toMatchObject({ state: 'earlier' })
})

test('an unknown legal version answers 404 and an unknown document 400', async () => {
  for (const url of ['/api/legal/terms?version=7', '/api/admin/legal/terms/versions/7'] as const) {
    const answer = await admin.call('GET', url)
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'legal.not_found'])
  }
  expect((await store.call('GET', '/api/legal/imprint')).statusCode).toBe(400)
})

test('the public legal text is cacheable and does not name an administrator', async () => {
  const answer = await store.call('GET', '/api/legal/terms')
  expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
  expect(answer.body).not.toContain(admin.row.username)
})

test('erasing an administrator removes their name from legal texts and keeps the texts', async () => {
  await publishNow('Kept.')
  await save('A draft', 0, 'refunds')
  const exported = await inTransaction(store.db, (tx) => legalPersonalData.collect(tx, admin.row.id))
  expect(exported).toMatchObject({ published: [{ document: 'terms', version: 1 }], drafts: [{ document: 'refunds' }] })
  await inTransaction(store.db, (tx) => legalPersonalData.erase(tx, admin.row.id))
  expect(await store.db.select({ by: legalVersions.publishedBy }).from(legalVersions)).toEqual([{ by: null }])
  expect(await store.db.select({ by: legalDrafts.updatedBy }).from(legalDrafts)).toEqual([{ by: null }])
  expect(await versions()).toMatchObject([{ number: 1, publishedBy: null }])
})
