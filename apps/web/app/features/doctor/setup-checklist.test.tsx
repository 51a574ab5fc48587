// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/doctor'
import { configure, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { SetupChecklist } from './setup-checklist.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const CALL = 'GET /api/admin/setup'
const MAIL = { name: 'mail', title: 'Mail server', problem: 'It refuses the password.', remedy: 'Check SMTP_URL.' }
const GOOD = { name: 'redis', title: 'Redis', problem: null, remedy: null }

test('the setup checklist shows each problem with its remedy and disappears when everything is fine', async () => {
  let isMended = false
  pretendStore({ [CALL]: () => ({ checks: [isMended ? { ...MAIL, problem: null, remedy: null } : MAIL, GOOD] }) })
  showAt('/admin', <SetupChecklist />)
  expect(await screen.findByText('Setup checklist (1 of 2 done)')).not.toBeNull()
  expect(screen.getByText('It refuses the password.')).not.toBeNull()
  expect(screen.getByText('Check SMTP_URL.')).not.toBeNull()
  isMended = true
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await vi.waitFor(() => expect(screen.queryByText(/Setup checklist/)).toBeNull())
})
