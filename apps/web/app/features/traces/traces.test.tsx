// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/traces'
import { configure, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TracedPurchase, TraceView } from '@slipstream/contract/traces'
import type { Guard } from '#lib/guard.ts'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { TraceLeak } from './trace-leak.tsx'
import { letterTo } from './trace-letter.ts'
import { reportText } from './trace-report.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/traces'
const READ = 'GET /api/admin/traces/7'
const user = userEvent.setup({ delay: null })

const purchase: TracedPurchase = {
  score: 154.1,
  chancePower: -10.4,
  hasToken: true,
  modId: 3,
  title: 'Tsukiro Senko',
  version: '2.2.1',
  source: 'purchase',
  orderNumber: 'SL-2026-001644',
  paidCents: 1_799,
  since: '2026-08-21T10:00:00.000Z',
  user: { id: 12, username: 'ghostgear_77', email: 'ghost@example.com' },
  downloads: ['2026-09-09T10:00:00.000Z'],
  signals: [{ kind: 'history', orders: 11, refundedOrders: 0, disputedOrders: 0, since: '2024-11-01T10:00:00.000Z' }],
}
const findings: NonNullable<TraceView['findings']> = {
  verdict: 'match',
  nextBest: 3.8,
  threshold: 6.4,
  expected: 155,
  read: { V: 20_000, K: 3_870, N: 0, W: 0 },
  of: { V: 21_000, K: 3_909, N: 0, W: 0 },
  neededMarks: 80,
  files: 301,
  unreadable: 0,
  skipped: 0,
  scored: 8_412,
  milliseconds: 6_200,
}
const trace = (changes: Partial<TraceView> = {}): TraceView => ({
  id: 7,
  fileName: 'SENKO FREE.zip',
  sizeBytes: 417_800_000,
  sha256: 'ab'.repeat(32),
  findings,
  failure: null,
  purchases: [purchase],
  startedBy: 'maren',
  createdAt: '2026-11-14T10:00:00.000Z',
  finishedAt: '2026-11-14T10:01:00.000Z',
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [LIST]: () => ({
      items: [
        {
          id: 7,
          fileName: 'SENKO FREE.zip',
          verdict: 'match',
          failure: null,
          startedBy: 'maren',
          createdAt: '2026-11-14T10:00:00.000Z',
        },
        {
          id: 6,
          fileName: 'hood.jbeam',
          verdict: 'too-little',
          failure: null,
          startedBy: null,
          createdAt: '2026-11-03T10:00:00.000Z',
        },
      ],
      next: null,
    }),
    [READ]: () => trace(),
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const passing: Guard = (act) => act()
const open = (guard = passing) =>
  showAt(
    '/admin/mods?tab=trace&trace=7',
    <TraceLeak guard={guard} findMod={() => null} progress={null} traceId={7} onStarted={() => {}} />,
  )

test('a match shows the order, how certain it is, and the next steps in their order', async () => {
  open()
  expect(await screen.findByRole('heading', { name: 'This copy comes from one purchase' })).toBeTruthy()
  expect(screen.getByText('1 in 10 billion')).toBeTruthy()
  expect(screen.getByText('SL-2026-001644')).toBeTruthy()
  expect(screen.getByText('23,870 of 24,909')).toBeTruthy()
  expect(screen.getByText(/11 orders since/).textContent).toContain('no refund, no dispute')
  const steps = within(screen.getByText('Look at the account').closest('ol') ?? document.body).getAllByRole('listitem')
  expect(steps.map((step) => step.querySelector('p')?.textContent)).toEqual([
    'Look at the account',
    'Ask',
    'Have the copy taken down',
    'Then decide',
  ])
})

test('below the threshold no name, order or account is shown', async () => {
  store.answers[READ] = () =>
    trace({
      findings: { ...findings, verdict: 'too-little', nextBest: 4.2, read: { V: 54, K: 0, N: 0, W: 0 } },
      purchases: [],
    })
  open()
  expect(await screen.findByRole('heading', { name: 'Not enough to name a purchase' })).toBeTruthy()
  expect(screen.getByText(/54 marks could be read. About 80 are needed./)).toBeTruthy()
  expect(screen.getByText('We don’t name anyone on a guess.')).toBeTruthy()
  expect(screen.queryByText(/ghostgear_77|SL-2026/)).toBeNull()
  expect(screen.queryByText('Write to them')).toBeNull()
})

test('a file that fits no purchase shows that result and no remark about guesses', async () => {
  store.answers[READ] = () => trace({ findings: { ...findings, verdict: 'none' }, purchases: [] })
  open()
  expect(await screen.findByRole('heading', { name: 'No purchase fits this file' })).toBeTruthy()
  expect(screen.queryByText('We don’t name anyone on a guess.')).toBeNull()
})

test('the result counts the releases whose copies could not be compared', async () => {
  store.answers[READ] = () => trace({ findings: { ...findings, verdict: 'none', uncompared: 2 }, purchases: [] })
  open()
  expect(await screen.findByText(/Copies of 2 releases could not be compared: their key is missing/)).toBeTruthy()
  expect(screen.queryByText(/Enough was read to tell/)).toBeNull()
})

test('signs of a stolen account are shown with a warning', async () => {
  const odd = { kind: 'other_address', count: 2, lastAt: '2026-09-09T10:00:00.000Z' } as const
  store.answers[READ] = () => trace({ purchases: [{ ...purchase, signals: [odd, ...purchase.signals] }] })
  open()
  expect(await screen.findByText('A stolen account would look like this.')).toBeTruthy()
  expect(screen.getByText(/2 downloads of this mod came from an address/)).toBeTruthy()
})

test('the trace page asks for reauthentication before it shows a trace', async () => {
  let isProven = false
  store.answers[READ] = () => (isProven ? trace() : refuse('auth.proof_required'))
  const guard: Guard = (act) => {
    isProven = true
    return act()
  }
  open(guard)
  expect(await screen.findByText('Confirm that it’s you to see whose purchase this is.')).toBeTruthy()
  expect(screen.queryByText(/ghostgear_77/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByRole('heading', { name: 'This copy comes from one purchase' })).toBeTruthy()
})

test('earlier traces are listed with their result and where they were started', async () => {
  open()
  expect(await screen.findByRole('link', { name: 'hood.jbeam' })).toBeTruthy()
  expect(screen.getByText('Too little to read')).toBeTruthy()
  expect(screen.getByText(/from the terminal/)).toBeTruthy()
})

test('a trace that failed says why', async () => {
  store.answers[READ] = () => trace({ findings: null, failure: 'The file is gone. Choose it again.', purchases: [] })
  open()
  expect(await screen.findByText('The file is gone. Choose it again.')).toBeTruthy()
})

test('the takedown report for a file host names no customer', () => {
  const text = reportText(trace())
  expect(text).toContain('ab'.repeat(32))
  expect(text).not.toMatch(/ghost|SL-2026/)
})

test('the draft message to a traced buyer names the order and accuses nobody', () => {
  const letter = decodeURIComponent(letterTo('a+b@example.com', purchase))
  expect(letterTo('a+b@example.com', purchase)).toMatch(/^mailto:a%2Bb%40example.com\?subject=/)
  expect(letter).toContain('order SL-2026-001644')
  expect(letter).not.toMatch(/leaker|thief|guilty|stole|illegal|pirat/i)
})
