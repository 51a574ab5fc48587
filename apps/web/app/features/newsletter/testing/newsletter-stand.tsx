// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mods'
import '@slipstream/contract/newsletter'
import { configure } from '@testing-library/react'
import { beforeEach, vi } from 'vitest'
import type { Newsletter, NewsletterForm } from '@slipstream/contract/newsletter'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { NewsletterSection } from '../newsletter-section.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const AT = '2026-11-04T10:00:00.000Z'
export const LIST = 'GET /api/admin/newsletters'
export const ONE = 'GET /api/admin/newsletters/12'
export const AUDIENCE = 'POST /api/admin/newsletters/audience'
export const DOMAIN = 'GET /api/admin/mail-domain'
export const SUPPRESSED = 'GET /api/admin/mail-suppressions'

export const exampleForm: NewsletterForm = {
  subject: 'November news',
  preview: '',
  heading: 'New in the garage',
  body: 'Hello',
  button: null,
  audience: { owns: [], wishes: [], seenWithinDays: null, awayForDays: null },
  perMinute: 300,
  warmUp: true,
}

const NOBODY = { waiting: 0, sending: 0, accepted: 0, refused: 0, unknown: 0, skipped: 0 }

export const sentNewsletter = ({ counts, ...changes }: Partial<Newsletter> = {}): Newsletter => ({
  id: 12,
  form: exampleForm,
  state: 'draft',
  scheduledAt: null,
  startedAt: null,
  finishedAt: null,
  problem: null,
  createdAt: AT,
  ...changes,
  counts: { ...NOBODY, ...counts },
})

/** A fake store with the draft number 12. */
export const stand = { store: pretendStore({}) }

beforeEach(() => {
  stand.store = pretendStore({
    [LIST]: () => ({ items: [sentNewsletter()], next: null }),
    [ONE]: () => sentNewsletter(),
    [AUDIENCE]: () => ({ recipients: 1_204, excluded: { didNotAsk: 3, unverified: 2, suppressed: 1 } }),
    'POST /api/admin/newsletters/preview': () => ({
      subject: 'November news',
      html: '<h1>New in the garage</h1>',
      text: 'NEW IN THE GARAGE',
    }),
    'GET /api/mods': () => ({ items: [], next: null }),
    [DOMAIN]: () => ({ domain: 'mail.example', checks: [] }),
    [SUPPRESSED]: () => ({ items: [], next: null }),
  })
})

export const openAt = (query = '') =>
  showAt(`/admin/communications/newsletter${query}`, <NewsletterSection wishlists={<p>The wished mods</p>} />)
