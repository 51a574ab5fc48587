import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SenderDomain } from '@slipstream/contract/newsletter'
import { newPerson } from '#testing/people.ts'
import { openTestStore, type TestStore } from '#testing/test-store.ts'
import { checkSenderDomain, judgeDkim, judgeDmarc, judgeSpf } from './sender-domain.ts'

const SOURCE = { domain: 'news.store.example', smtpHost: 'mail.store.example', dkimSelector: 's1' }
const dnsWith = (records: Record<string, string[]>) => ({ readTxt: async (name: string) => records[name] ?? [] })

describe('the records of the sender domain', () => {
  test.each([
    [['v=spf1 include:_spf.mail.example ~all'], 'fine'],
    [['V=SPF1 mx -ALL'], 'fine'],
    [['v=spf1 redirect=_spf.mail.example'], 'fine'],
    [['google-site-verification=1', 'v=spf1 mx +all'], 'wrong'],
    [['v=spf1 mx'], 'wrong'],
    [['v=spf1 mx ~all', 'v=spf1 a ~all'], 'wrong'],
    [['v=spf10 mx ~all'], 'missing'],
    [[], 'missing'],
  ])('the SPF records %j are %s', (records, state) => {
    expect(judgeSpf(records).state).toBe(state)
  })

  test.each([
    [['v=DKIM1; k=rsa; p=MIGf'], 'fine'],
    [['p=MIGf'], 'fine'],
    [['v=DKIM1; p='], 'wrong'],
    [['v=DKIM1; p=; t=y'], 'wrong'],
    [['hello'], 'missing'],
  ])('the DKIM records %j are %s', (records, state) => {
    expect(judgeDkim(records).state).toBe(state)
  })

  test.each([
    [['v=DMARC1; p=none'], 'fine'],
    [['v=DMARC1;p=reject; rua=mailto:a@store.example'], 'fine'],
    [['v=DMARC1; p=maybe'], 'wrong'],
    [['v=DMARC1; sp=none'], 'wrong'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'wrong'],
    [[], 'missing'],
  ])('the DMARC records %j are %s', (records, state) => {
    expect(judgeDmarc(records).state).toBe(state)
  })

  test('the DMARC policy of the parent domain counts, and a missing SPF record comes with one to paste', async () => {
    const dns = dnsWith({
      '_dmarc.store.example': ['v=DMARC1; p=reject'],
      's1._domainkey.news.store.example': ['p=MIGf'],
    })
    const { checks } = await checkSenderDomain(dns, SOURCE, 'help@store.example')
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ['SPF', 'missing'],
      ['DKIM', 'fine'],
      ['DMARC', 'fine'],
    ])
    expect(checks[0]).toMatchObject({ host: 'news.store.example', record: 'v=spf1 a:mail.store.example ~all' })
    expect(judgeSpf([checks[0]?.record ?? '']).state).toBe('fine')
    expect(judgeDmarc([checks[2]?.record ?? '']).state).toBe('fine')
  })
})

describe('the sender domain page', () => {
  let store: TestStore
  beforeAll(async () => {
    const readTxt = async (name: string) => {
      if (name.startsWith('_dmarc.')) throw new Error('timeout')
      return ['v=spf1 mx ~all']
    }
    store = await openTestStore({ dns: { readTxt } })
  })
  afterAll(() => store.close())

  test('the sender domain is checked even if a DNS lookup fails', async () => {
    const admin = await newPerson(store, { isAdmin: true })
    const { domain, checks } = (await admin.call('GET', '/api/admin/mail-domain')).json<SenderDomain>()
    expect(domain).toBe('slipstream.example')
    expect(checks.map(({ name, state }) => [name, state])).toEqual([
      ['SPF', 'fine'],
      ['DKIM', 'missing'],
      ['DMARC', 'unknown'],
    ])
  })
})
