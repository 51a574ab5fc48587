import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test, vi } from 'vitest'
import { PROMOTIONS } from '@slipstream/contract/mail-consents'
import type { AudienceSize, Newsletter } from '@slipstream/contract/newsletter'
import { inTransaction } from '@slipstream/db/client'
import { mailConsents, mailSuppressions, newsletterRecipients, newsletters } from '@slipstream/db/tables/newsletter'
import { users } from '@slipstream/db/tables/users'
import { wishlistItems } from '@slipstream/db/tables/wishlist'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { createUser } from '@slipstream/db/testing/factories'
import { createNewsletter, NEWSLETTER } from '@slipstream/db/testing/newsletter-factories'
import { createPurchase } from '@slipstream/db/testing/order-factories'
import { readMailbox } from '#testing/mailbox.ts'
import { freshName, newPerson, type Person } from '#testing/people.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { startDueNewsletters } from './newsletters.service.ts'
import { claimBatch, giveUpClaims, settleBatch } from './recipients.service.ts'
import { outcomeOf } from './send-batch.ts'
import { unsubscribeUrl } from './unsubscribe-token.ts'
import { readShare } from './warm-up.service.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedTestStore()
let admin: Person
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
})

const WANTS = { notificationChoices: { newsletter: true } }
const newReader = (values: Partial<typeof users.$inferInsert> = {}) =>
  createUser(store.db, { username: freshName(), ...WANTS, ...values })
const refusalOf = (answer: Awaited<ReturnType<Person['call']>>): unknown[] => [answer.statusCode, answer.json().code]
const on = (id: number, act: string, body?: object) =>
  admin.call('POST', `/api/admin/newsletters/${id}/${act}` as `/api/admin/newsletters/${number}/pause`, body)
const read = async (id: number) => (await admin.call('GET', `/api/admin/newsletters/${id}`)).json<Newsletter>()
const sizeOf = async (audience: object) =>
  (
    await admin.call('POST', '/api/admin/newsletters/audience', { audience: { ...NEWSLETTER.audience, ...audience } })
  ).json<AudienceSize>()
const subjects = async (to: string | null, waitMs = 1) =>
  (await readMailbox(to ?? '', waitMs)).map(({ subject }) => subject)

test('[ROUTE-14] [CAP-11] a newsletter reaches everybody who asked for it, once, with one-click unsubscribe headers and the reason', async () => {
  const [reader, silent] = [await newReader(), await createUser(store.db, { username: freshName() })]
  const made = (await admin.call('POST', '/api/admin/newsletters', NEWSLETTER)).json<Newsletter>()
  expect(made).toMatchObject({ state: 'draft', form: NEWSLETTER })
  expect((await on(made.id, 'send', { at: null })).json()).toMatchObject({ state: 'sending' })
  await runJobs(store)

  expect(await read(made.id)).toMatchObject({ state: 'done', counts: { accepted: 1, waiting: 0, unknown: 0 } })
  const [mail, ...others] = await readMailbox(reader.email ?? '')
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Three new mods')
  expect(mail?.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
  expect(mail?.headers['list-unsubscribe']).toMatch(/^<https?:\/\/\S+\/api\/mail\/unsubscribe\/\S+>$/)
  expect(mail?.text).toContain('You’re receiving this e-mail because you asked for news and offers')
  expect(mail?.text).toContain('- Kestrel R4')
  expect(mail?.html).not.toMatch(/<img[^>]+width="1"/)
  expect(await subjects(silent.email)).toEqual([])
  // The same newsletter cannot be sent twice.
  expect(refusalOf(await on(made.id, 'send', { at: null }))).toEqual([409, 'newsletter.wrong_state'])
})

test('the audience is filtered by owned mods, wishlist and last visit, and excluded people are counted by reason', async () => {
  const mod = await createMod(store.db)
  const [owner, wisher] = [await newReader(), await newReader()]
  await createPurchase(store.db, { userId: owner.id, mod })
  await store.db.insert(wishlistItems).values({ userId: wisher.id, modId: mod.id })
  await newReader({ lastActiveAt: new Date(Date.now() - 90 * 86_400_000) })
  await newReader({ emailVerifiedAt: null })
  const bounced = await newReader()
  await store.db.insert(mailSuppressions).values({ address: bounced.email ?? '', reason: 'bounce' })
  await newReader({ bannedAt: new Date() })

  // The one who did not ask is the administrator.
  expect(await sizeOf({})).toEqual({ recipients: 3, excluded: { didNotAsk: 1, unverified: 1, suppressed: 1 } })
  expect((await sizeOf({ owns: [mod.id] })).recipients).toBe(1)
  expect((await sizeOf({ wishes: [mod.id] })).recipients).toBe(1)
  expect((await sizeOf({ owns: [mod.id], wishes: [mod.id] })).recipients).toBe(0)
  expect((await sizeOf({ awayForDays: 30 })).recipients).toBe(1)
  expect((await sizeOf({ seenWithinDays: 30 })).recipients).toBe(2)
})

test('a recipient who unsubscribes, is banned or changes address after the audience was fixed gets no newsletter', async () => {
  const { id } = await createNewsletter(store.db, { state: 'paused', startedAt: new Date() })
  const people = [await newReader(), await newReader(), await newReader(), await newReader()]
  const [stays, leaves, banned, moves] = people
  await store.db
    .insert(newsletterRecipients)
    .values(people.map(({ id: userId, email }) => ({ newsletterId: id, userId, address: email ?? '' })))
  await store.db
    .update(users)
    .set({ notificationChoices: {} })
    .where(eq(users.id, leaves?.id ?? 0))
  await store.db
    .update(users)
    .set({ bannedAt: new Date() })
    .where(eq(users.id, banned?.id ?? 0))
  await store.db
    .update(users)
    .set({ email: `${freshName()}@customer.example` })
    .where(eq(users.id, moves?.id ?? 0))
  await on(id, 'resume')
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'done', counts: { accepted: 1, skipped: 3 } })
  expect(await subjects(stays?.email ?? '')).toEqual(['Three new mods'])
  for (const person of [leaves, banned, moves]) expect(await subjects(person?.email ?? '')).toEqual([])
})

test('a batch is claimed before it is sent, and a killed batch stays unknown until an administrator resends it', async () => {
  const { id } = await createNewsletter(store.db, { state: 'sending', startedAt: new Date() })
  const reader = await newReader()
  await store.db
    .insert(newsletterRecipients)
    .values({ newsletterId: id, userId: reader.id, address: reader.email ?? '' })
  const claim = crypto.randomUUID()
  const claimed = await inTransaction(store.db, (tx) => claimBatch(tx, id, { claim, size: 20 }))
  expect(claimed).toEqual([{ userId: reader.id, address: reader.email }])
  expect(await inTransaction(store.db, (tx) => claimBatch(tx, id, { claim, size: 20 }))).toEqual([])

  await inTransaction(store.db, (tx) => giveUpClaims(tx, id))
  expect((await read(id)).counts).toMatchObject({ unknown: 1, waiting: 0 })
  const listed = await admin.call('GET', `/api/admin/newsletters/${id}/unknown`)
  expect(listed.json()).toMatchObject({ items: [{ userId: reader.id, username: reader.username }], next: null })

  // The worker was only slow: its late outcome corrects the list.
  const outcomes = [{ userId: reader.id, state: 'accepted', note: '', isUnreachable: false }] as const
  await inTransaction(store.db, (tx) => settleBatch(tx, { newsletterId: id, claim, outcomes }))
  expect((await read(id)).counts).toMatchObject({ unknown: 0, accepted: 1 })
  await store.db.update(newsletterRecipients).set({ state: 'unknown' })
  await store.db.update(newsletters).set({ state: 'done' })
  expect((await on(id, 'unknown/resend')).json()).toMatchObject({ state: 'sending' })
  await runJobs(store)
  expect(await subjects(reader.email)).toEqual(['Three new mods'])
})

test('a paused newsletter sends nothing, and a canceled one cannot be resumed', async () => {
  const { id } = await createNewsletter(store.db)
  const reader = await newReader()
  await on(id, 'send', { at: null })
  expect((await on(id, 'pause')).json()).toMatchObject({ state: 'paused' })
  await runJobs(store)
  expect(await subjects(reader.email)).toEqual([])
  expect((await on(id, 'cancel')).json()).toMatchObject({ state: 'canceled' })
  expect(refusalOf(await on(id, 'resume'))).toEqual([409, 'newsletter.wrong_state'])
})

test('a newsletter that is resumed before its worker noticed the pause continues', async () => {
  const { id } = await createNewsletter(store.db)
  const reader = await newReader()
  await on(id, 'send', { at: null })
  await on(id, 'pause')
  expect((await on(id, 'resume')).json()).toMatchObject({ state: 'sending' })
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'done', counts: { accepted: 1 } })
  expect(await subjects(reader.email)).toEqual(['Three new mods'])
})

test('a newsletter with warm-up sends a daily share and continues by itself unless an administrator pauses it', async () => {
  const form = { ...NEWSLETTER, warmUp: true }
  const before = await createNewsletter(store.db, { state: 'done', startedAt: new Date() })
  const sentBefore = async (count: number, ago: string) => {
    await store.db.execute(sql`
      with people as (insert into users (username, email) select 'old' || md5(random()::text), md5(random()::text) || '@customer.example'
        from generate_series(1, ${count}::int) returning id, email)
      insert into newsletter_recipients (newsletter_id, user_id, address, state, claimed_at)
      select ${before.id}, id, email, 'accepted', now() - ${ago}::interval from people`)
  }
  // 23 hours ago, so that midnight usually lies between these and the mail below.
  await sentBefore(499, '23 hours')
  const { id } = await createNewsletter(store.db, { form })
  for (let number = 0; number < 3; number++) await newReader()
  await on(id, 'send', { at: null })
  await runJobs(store)
  const waiting = await read(id)
  expect(waiting).toMatchObject({ state: 'paused', counts: { accepted: 1, waiting: 2 } })
  expect(waiting.problem).toBe('Today’s limit of 500 e-mails is reached. Sending continues automatically.')
  const untilNext = new Date(waiting.scheduledAt ?? 0).getTime() - Date.now()
  expect(untilNext).toBeGreaterThan(50 * 60_000)
  expect(untilNext).toBeLessThanOrEqual(60 * 60_000)
  expect(refusalOf(await admin.call('PATCH', `/api/admin/newsletters/${id}`, form))).toEqual([
    409,
    'newsletter.wrong_state',
  ])

  // The next day, twice as many may be sent.
  await store.db.execute(sql`update newsletter_recipients set claimed_at = claimed_at - interval '1 day'`)
  await store.db
    .update(newsletters)
    .set({ scheduledAt: new Date(Date.now() - 1_000) })
    .where(eq(newsletters.id, id))
  await inTransaction(store.db, startDueNewsletters)
  await runJobs(store)
  expect(await read(id)).toMatchObject({ state: 'done', counts: { accepted: 3 }, scheduledAt: null })
  expect((await readShare(store.db)).cap).toBe(1_000)

  const other = await createNewsletter(store.db, {
    form,
    state: 'paused',
    startedAt: new Date(),
    scheduledAt: new Date(),
  })
  expect((await on(other.id, 'pause')).json()).toMatchObject({ state: 'paused', scheduledAt: null })
  await inTransaction(store.db, startDueNewsletters)
  expect(await read(other.id)).toMatchObject({ state: 'paused' })
})

test('a scheduled newsletter starts when it is due, and one that is hours late counts as missed', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  const { id } = await createNewsletter(store.db)
  expect((await on(id, 'send', { at: soon })).json()).toMatchObject({ state: 'scheduled', scheduledAt: soon })
  await inTransaction(store.db, startDueNewsletters)
  expect(await read(id)).toMatchObject({ state: 'scheduled' })
  await store.db.update(newsletters).set({ scheduledAt: new Date(Date.now() - 60_000) })
  await inTransaction(store.db, startDueNewsletters)
  expect(await read(id)).toMatchObject({ state: 'sending' })

  const late = await createNewsletter(store.db, {
    state: 'scheduled',
    scheduledAt: new Date(Date.now() - 5 * 3_600_000),
  })
  await inTransaction(store.db, startDueNewsletters)
  expect(await read(late.id)).toMatchObject({ state: 'missed' })
})

test('each newsletter choice is stored with its wording and source, from the profile or the unsubscribe link', async () => {
  const person = await newPerson(store)
  for (const newsletter of [true, true, false]) {
    await person.call('PATCH', '/api/account', { notificationChoices: { newsletter } })
  }
  await person.call('PATCH', '/api/account', { notificationChoices: { newsletter: true, modUpdates: false } })
  const url = unsubscribeUrl(store.services.auth.encryption, '', person.row.id, 'newsletter')
  await store.app.inject({ method: 'POST', url })
  const rows = await store.db.select().from(mailConsents).orderBy(mailConsents.id)
  expect(rows.map(({ isGiven, wording, source }) => [isGiven, wording, source])).toEqual([
    [true, PROMOTIONS.newsletter.consent, 'profile'],
    [false, '', 'profile'],
    [true, PROMOTIONS.newsletter.consent, 'profile'],
    [false, '', 'mail'],
  ])
})

test('a one-click POST without cookies unsubscribes from that kind of mail only, and opening the link changes nothing', async () => {
  const reader = await newReader({ notificationChoices: { newsletter: true, wishlistNews: true } })
  const url = unsubscribeUrl(store.services.auth.encryption, '', reader.id, 'newsletter')
  const choices = async () =>
    (await store.db.select().from(users).where(eq(users.id, reader.id)))[0]?.notificationChoices

  for (const method of ['HEAD', 'GET', 'GET'] as const) {
    const page = await store.app.inject({ method, url })
    expect(page.statusCode).toBe(200)
    if (method === 'GET') expect(page.body).toContain('<button type="submit">Stop these e-mails</button>')
    expect(page.body).not.toContain('<script')
  }
  expect(await choices()).toEqual({ newsletter: true, wishlistNews: true })

  // As Gmail sends it; a repeated request changes nothing.
  for (let time = 0; time < 2; time++) {
    const answer = await store.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    })
    expect(answer.statusCode).toBe(200)
    expect(await choices()).toEqual({ newsletter: false, wishlistNews: true })
  }
})

test.each(['', 'x', 'k3J'.repeat(30), '%00', '..%2f..', 'a'.repeat(5_000)])(
  'the unsubscribe token %j is refused and changes nothing',
  async (token) => {
    for (const method of ['GET', 'POST'] as const) {
      const { statusCode } = await store.app.inject({ method, url: `/api/mail/unsubscribe/${token}` })
      expect([400, 404, 414]).toContain(statusCode)
    }
    expect((await store.db.execute(sql`select from mail_consents`)).rows).toEqual([])
  },
)

test('a value that was encrypted for another purpose is refused as an unsubscribe token', async () => {
  const reader = await newReader()
  const foreign = store.services.auth.encryption.encrypt(`other ${reader.id} newsletter`)
  const answer = await store.app.inject({ method: 'POST', url: `/api/mail/unsubscribe/${foreign}` })
  expect(answer.statusCode).toBe(404)
})

const tell = (events: object[], secret = store.config.mailWebhookSecret ?? '', at = Math.floor(Date.now() / 1_000)) => {
  const payload = JSON.stringify({ events })
  const signature = createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')
  return store.app.inject({
    method: 'POST',
    url: '/api/webhooks/mail',
    headers: { 'content-type': 'application/json', 'x-slipstream-signature': `t=${at},v1=${signature}` },
    payload,
  })
}

test('T-SUPPRESS: hard bounces and complaints stop promotional mail, soft bounces do not, and a suppression can be removed', async () => {
  const [hard, soft, angry] = [await newReader(), await newReader(), await newReader()]
  const answer = await tell([
    { type: 'bounce', address: hard.email?.toUpperCase(), isPermanent: true, detail: '550 no such user' },
    { type: 'bounce', address: soft.email, isPermanent: false },
    { type: 'complaint', address: angry.email },
    { type: 'complaint', address: angry.email },
  ])
  expect([answer.statusCode, answer.json()]).toEqual([200, { received: 4 }])
  const { id } = await createNewsletter(store.db)
  await on(id, 'send', { at: null })
  await runJobs(store)
  expect(await subjects(soft.email)).toEqual(['Three new mods'])
  expect([await subjects(hard.email), await subjects(angry.email)]).toEqual([[], []])

  const listed = (await admin.call('GET', '/api/admin/mail-suppressions')).json()
  expect(listed.items).toMatchObject([
    { address: angry.email, reason: 'complaint' },
    { address: hard.email, reason: 'bounce', detail: '550 no such user' },
  ])
  await admin.call('DELETE', `/api/admin/mail-suppressions/${listed.items[0].id}`)
  expect((await sizeOf({})).recipients).toBe(2)
})

test('mail events with a wrong, old or missing signature are refused', async () => {
  const events = [{ type: 'complaint', address: 'a@customer.example' }]
  const old = Math.floor(Date.now() / 1_000) - 3_600
  expect((await tell(events, 'x'.repeat(40))).json().code).toBe('mail.bad_signature')
  expect((await tell(events, undefined, old)).json().code).toBe('mail.bad_signature')
  const bare = await store.app.inject({ method: 'POST', url: '/api/webhooks/mail', payload: '{}' })
  expect([bare.statusCode, bare.json().code]).toEqual([400, 'mail.bad_signature'])
  expect((await tell([{ type: 'open', address: 'x' }])).statusCode).toBe(400)
  expect(await store.db.select().from(mailSuppressions)).toEqual([])
})

test('a newsletter can link only to pages of the store', async () => {
  for (const path of [
    'https://elsewhere.example',
    '//elsewhere.example',
    '/\\elsewhere',
    'javascript:alert(1)',
    'mods',
  ]) {
    const answer = await admin.call('POST', '/api/admin/newsletters', { ...NEWSLETTER, button: { label: 'Go', path } })
    expect(refusalOf(answer)).toEqual([400, 'request.invalid'])
  }
})

test('a test newsletter goes only to the administrator, and the preview shows markup as text', async () => {
  const reader = await newReader()
  const hostile = { ...NEWSLETTER, heading: '<img src=x onerror=alert(1)>', body: '<script>alert(1)</script>' }
  expect((await admin.call('POST', '/api/admin/newsletters/test', hostile)).json()).toEqual({ to: admin.row.email })
  await runJobs(store)
  expect(await subjects(admin.row.email)).toContain('[Test] Three new mods')
  expect(await subjects(reader.email)).toEqual([])
  const { html, text } = (await admin.call('POST', '/api/admin/newsletters/preview', hostile)).json()
  expect(html).not.toMatch(/<script|<img src=x/)
  expect(text).toContain('<script>alert(1)</script>')
})

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, 'refused', false],
  [{ responseCode: 450, command: 'RCPT TO' }, 'waiting', false],
  [{ responseCode: 421, command: 'MAIL FROM' }, 'waiting', true],
  [{ responseCode: 535, command: 'AUTH PLAIN', code: 'EAUTH' }, 'waiting', true],
  [{ code: 'ESOCKET', syscall: 'connect' }, 'waiting', true],
  [{ code: 'ECONNECTION', command: 'CONN' }, 'unknown', false],
  [{ code: 'ETIMEDOUT', command: 'DATA' }, 'unknown', false],
])('the failure %j leaves a recipient %s', (error, state, isUnreachable) => {
  expect(outcomeOf(Object.assign(new Error('no'), error))).toEqual({ state, isUnreachable, note: 'no' })
})
