import type { AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { changeSettings } from '#features/settings/settings.service.ts'
import { newBuyer, newMods, openEmptiedStore, startOrder } from '#testing/buying-store.ts'
import { runJobs } from '#testing/run-jobs.ts'

vi.setConfig({ testTimeout: 60_000 })

const store = await openEmptiedStore()

const setMaintenance = async (maintenanceMode: boolean) => {
  await inTransaction(store.db, (tx) => changeSettings(tx, { maintenanceMode }))
  await vi.waitFor(() => expect(store.services.settings.current().maintenanceMode).toBe(maintenanceMode))
}

test('T-MAINT: a payment finished during maintenance is fulfilled, and its buyer is told', async () => {
  const buyer = await newBuyer(store, await newMods(store, [1_250]))
  const { number, session } = await startOrder(buyer)
  await setMaintenance(true)
  // Real connections, because the server's own calls pass in maintenance.
  const { port } = store.app.server.address() as AddressInfo
  const call = (method: string, path: string, body?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${buyer.token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

  await store.stripe.pay(session)
  await store.stripe.settled()
  await runJobs(store)
  const completed = await call('POST', '/api/purchase/complete', { transactionId: session })
  expect([completed.status, await completed.json()]).toEqual([200, { orderNumber: number, status: 'paid' }])

  const refused = await call('GET', '/api/locker')
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '120'])
  await setMaintenance(false)
  const locker = await call('GET', '/api/locker')
  expect(await locker.text()).toContain(number)
})
