// Preloads the lazy module so that no test waits for it.
import '@slipstream/contract/outbox'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { HeldKinds } from './held-kinds.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/outbox'
const user = userEvent.setup({ delay: null })
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const heldAt = new Date().toISOString()
const orders = { kind: 'orders', heldAt, fromBackup: 12, since: 1, discardable: 12 }
const planned = { kind: 'publication', heldAt, fromBackup: 1, since: 0, discardable: 0 }
const kindOf = async (name: string) => within((await screen.findByText(name)).closest('li') ?? document.body)

test('a restored store lists each held kind with what waits, and a person discards and releases it', async () => {
  let held: object[] = [orders, planned]
  const store = pretendStore({
    [LIST]: () => ({ held }),
    'POST /api/admin/outbox/orders/discard': () => {
      held = [{ ...orders, fromBackup: 0, discardable: 0 }, planned]
      return { held }
    },
    'POST /api/admin/outbox/orders/release': () => {
      held = [planned]
      return { held }
    },
  })
  showAt('/admin/database/backup', <HeldKinds />)
  expect((await kindOf('Orders and refunds')).getByText('12 from the backup, 1 since')).toBeTruthy()
  expect((await kindOf('Planned publications')).queryByRole('button', { name: /^Discard/ })).toBeNull()

  await user.click((await kindOf('Orders and refunds')).getByRole('button', { name: 'Discard 12' }))
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(await screen.findByText('0 from the backup, 1 since')).toBeTruthy()

  await user.click((await kindOf('Orders and refunds')).getByRole('button', { name: 'Release' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/^1 entry goes out, 0 of them from the backup/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Release' }))
  await waitFor(() => expect(screen.queryByText('Orders and refunds')).toBeNull())
  expect(store.asked('POST /api/admin/outbox/orders/release')).toHaveLength(1)
})

test('releasing the roles of Discord says that everybody’s is compared, and that lost sales come first', async () => {
  const roles = { kind: 'roles', heldAt, fromBackup: 0, since: 0, discardable: 0 }
  pretendStore({ [LIST]: () => ({ held: [roles] }) })
  showAt('/admin/database/backup', <HeldKinds />)
  const row = await kindOf('Premium role on Discord')
  expect(row.getByText('Nobody gets or loses it')).toBeTruthy()
  await user.click(row.getByRole('button', { name: 'Release' }))
  expect(await screen.findByText(/is compared with this store.* lost subscriptions .* first/)).toBeTruthy()
})

test('a store that holds nothing shows nothing', async () => {
  const store = pretendStore({ [LIST]: () => ({ held: [] }) })
  showAt('/admin/database/backup', <HeldKinds />)
  await waitFor(() => expect(store.asked(LIST)).toHaveLength(1))
  expect(screen.queryByText(/^Held since/)).toBeNull()
})
