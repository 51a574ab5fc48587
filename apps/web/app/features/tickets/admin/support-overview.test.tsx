// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/tickets-overview'
import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { SupportOverview } from './support-overview.tsx'

configure({ asyncUtilTimeout: 10_000 })

const OVERVIEW = 'GET /api/admin/support/overview'
const quiet = {
  opened: 0,
  firstAnswer: { count: 0, median: null, p90: null },
  late: 0,
  solution: { count: 0, median: null, p90: null },
  ratings: { count: 0, average: null },
}
const busy = {
  opened: 40,
  firstAnswer: { count: 30, median: 90, p90: 300 },
  late: 2,
  solution: { count: 20, median: 600, p90: 1_200 },
  ratings: { count: 8, average: 4.5 },
}
/** Wednesday at 21:00 is the busiest hour. */
const load = Array.from({ length: 7 }, (_day, day) =>
  Array.from({ length: 24 }, (_hour, hour) => (day === 2 && hour === 21 ? 7 : Number(hour === 9))),
)
const overview = {
  now: { late: 1, soon: 2, later: 3, waiting: 4, snoozed: 5 },
  next: [{ id: 12, subject: 'Senko crashes', customer: 'mara.k', dueAt: '2099-11-14T07:04:00.000Z' }],
  period: busy,
  before: { ...busy, firstAnswer: { count: 30, median: 180, p90: 400 }, opened: 20 },
  load,
  timeZone: 'Europe/Oslo',
}

const show = (answer: () => unknown) => {
  const store = pretendStore({ [OVERVIEW]: answer })
  showAt('/admin/support', <SupportOverview />)
  return store
}
const figure = (name: string) => screen.getByRole('region', { name }).textContent

test('[ROUTE-15] the support overview shows the queue, each group with the way to its tickets', async () => {
  show(() => overview)
  expect(await screen.findByRole('heading', { name: 'Queue now' })).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => `${link.textContent} ${link.getAttribute('href')}`)
  expect(links).toEqual([
    'Open the queue /admin/support/tickets',
    '1Late /admin/support/tickets?late=true',
    '2Due within two hours /admin/support/tickets',
    '3Due later /admin/support/tickets',
    '4Waiting for customer /admin/support/tickets?view=waiting',
    '5Snoozed /admin/support/tickets?view=snoozed',
    'Senko crashes /admin/support/tickets?ticket=12',
  ])
})

test('[ROUTE-15] the support overview compares answer times, tickets and ratings with the period before', async () => {
  show(() => overview)
  await screen.findByRole('heading', { name: 'Queue now' })
  expect(figure('First answer, median')).toBe('First answer, median1 h 30 min↓ −50 %was 3 hp90 5 h, 30 answers, 2 late')
  expect(figure('Solution, median')).toContain('±0 %')
  expect(figure('Tickets opened')).toContain('↑ +100 %was 20')
  expect(figure('Satisfaction')).toContain('4.5 of 5')
})

test('[ROUTE-15] the support overview shows when customers write, hour by hour', async () => {
  show(() => overview)
  const table = await screen.findByRole('table')
  expect(screen.getByText(/Europe\/Oslo/).textContent).toContain('Busiest: Wednesday, 21:00, 7 messages')
  // By role it would take seconds in a table of this size.
  const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))
  expect(rows.map(([day]) => day)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  const wednesday = rows[2]?.slice(1) ?? []
  expect([wednesday[9], wednesday[21], wednesday[22]]).toEqual(['1', '7', '0'])
})

test('a support overview without tickets says so, and one that fails to load can be loaded again', async () => {
  let isDown = true
  const empty = { ...overview, next: [], period: quiet, before: quiet, load: load.map((hours) => hours.map(() => 0)) }
  show(() => (isDown ? refuse('server.failed') : empty))
  expect(await screen.findByText('The support figures could not be loaded.')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing is due')).toBeTruthy()
  expect(figure('Satisfaction')).toContain('None yet')
  expect(screen.getByText(/No messages yet/)).toBeTruthy()
})
