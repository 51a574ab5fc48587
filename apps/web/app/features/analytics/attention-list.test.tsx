// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/analytics'
import { configure, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { AttentionList } from './attention-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const CALL = 'GET /api/admin/dashboard/attention'
const HOUR = 3_600_000
const NOTHING = { amountCents: null, dueAt: null, since: null, subject: null }
const show = () => showAt('/admin', <AttentionList />)

test('[ROUTE-06] every item of the attention list links to the page where it is handled', async () => {
  const dueAt = new Date(Date.now() - 2 * HOUR).toISOString()
  pretendStore({
    [CALL]: () => ({
      items: [
        { ...NOTHING, kind: 'tickets', count: 2, dueAt },
        { ...NOTHING, kind: 'disputes', count: 1, amountCents: 2398, subject: 'SL-2026-000123' },
        { ...NOTHING, kind: 'refund_requests', count: 2, amountCents: 100 },
        { ...NOTHING, kind: 'jobs', count: 1 },
        { ...NOTHING, kind: 'compatibility', count: 4, subject: '0.37' },
      ],
      clear: ['reviews', 'backup'],
    }),
  })
  show()
  const links = await screen.findAllByRole('link')
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Queue: 2 tickets are late', '/admin/support/tickets?late=true'],
    ['Answer: 1 dispute, $23.98', '/admin/orders?order=SL-2026-000123'],
    ['Decide: 2 refund requests, $1.00', '/admin/orders?requested=true'],
    ['Retry: 1 job failed', '/admin/database/logs?tab=jobs&state=dead'],
    ['Test: 4 mods not ready for 0.37', '/admin/mods'],
  ])
  expect(screen.getByText('2 h late')).not.toBeNull()
  expect(screen.getByText(/reviews, backup/)).not.toBeNull()
})

test('an empty attention list says that nothing needs you', async () => {
  pretendStore({ [CALL]: () => ({ items: [], clear: ['jobs'] }) })
  show()
  expect(await screen.findByText('Nothing needs you')).not.toBeNull()
})

test('an attention list that fails to load says so and offers a retry', async () => {
  pretendStore({ [CALL]: () => refuse('server.busy') })
  show()
  expect(await screen.findByText('This list could not be loaded.')).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Try again' })).not.toBeNull()
})
