// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/security'
import { configure, fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SecurityOverview, StaffAccount } from '@slipstream/contract/security'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { SecuritySettings } from './security-settings.tsx'

configure({ asyncUtilTimeout: 10_000 })

const READ = 'GET /api/admin/security'
const REQUIRE = 'POST /api/admin/security/second-factor'

const OVERVIEW: SecurityOverview = {
  secondFactor: { isRequired: false, fixedBy: null, change: null, lacking: 1 },
  sessions: { idleDays: 14, longestDays: 90, proofMinutes: 10 },
  limits: [{ name: 'password-burst', max: 10, windowMinutes: 15 }],
  attempts: { failed: 3, limited: 1 },
}
const MAREN: StaffAccount = {
  id: 1,
  username: 'maren.kessel',
  isAdmin: true,
  isDeveloper: true,
  secondFactors: [],
  openSessions: 2,
  lastUsedAt: '2026-11-15T07:42:00.000Z',
}

const show = (secondFactor: Partial<SecurityOverview['secondFactor']> = {}) => {
  const overview = { ...OVERVIEW, secondFactor: { ...OVERVIEW.secondFactor, ...secondFactor } }
  const stand = pretendStore({
    [READ]: () => overview,
    'GET /api/admin/security/staff': () => ({ items: [MAREN], next: null }),
    [REQUIRE]: () => ({ ...overview, secondFactor: { ...overview.secondFactor, isRequired: true } }),
  })
  showAt('/admin/settings/security', <SecuritySettings guard={(act) => act()} />)
  return stand
}
const findSwitch = () => screen.findByRole<HTMLInputElement>('switch', { name: /^Require a second factor/ })

test('[ROUTE-18] the security tab warns about administrators without a second factor and shows rights and limits', async () => {
  show()
  expect(await screen.findByText('1 administrator has no second factor')).toBeTruthy()
  const account = (await screen.findByText('maren.kessel')).closest('tr')
  for (const fact of ['Administrator, Developer', 'None', '2']) expect(account?.textContent).toContain(fact)
  const limit = screen.getByText('Password attempts for one account from one address or known device').closest('tr')
  expect(limit?.textContent).toContain('10 in 15 minutes')
  expect(screen.getByText(/^3 failed attempts in the last 24 hours, and 1 attempt over a limit/)).toBeTruthy()
})

test('the second-factor switch saves at once', async () => {
  const stand = show({ lacking: 0 })
  fireEvent.click(await findSwitch())
  await screen.findByRole('switch', { checked: true })
  expect(stand.asked(REQUIRE).map(({ body }) => body)).toEqual([{ isRequired: true }])
  expect(screen.queryByText(/no second factor$/)).toBeNull()
})

test('a refused change of the second-factor requirement shows the reason, and the switch stays off', async () => {
  show().answers[REQUIRE] = () => refuse('security.own_second_factor')
  fireEvent.click(await findSwitch())
  expect(await screen.findByText(/^Turn on your own second factor/)).toBeTruthy()
  expect((await findSwitch()).checked).toBe(false)
})

test('a second-factor requirement that the configuration sets cannot be switched off', async () => {
  show({ isRequired: true, fixedBy: 'configuration' })
  const toggle = await findSwitch()
  expect([toggle.checked, toggle.disabled]).toEqual([true, true])
  expect(screen.getByText(/^The configuration requires it/)).toBeTruthy()
})
