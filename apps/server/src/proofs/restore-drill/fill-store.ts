import { setTimeout as sleep } from 'node:timers/promises'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { migrate } from '@slipstream/db/migrate'
import { createUser } from '@slipstream/db/testing/factories'
import { issueBearer, startSession } from '#features/auth/sessions.service.ts'
import { installQueue } from '#lib/jobs/jobs.ts'
import { fillCatalogue } from '../growth/fill-catalogue.ts'
import { fillOrders, MODS_FOR_ORDERS } from '../growth/fill-orders.ts'

/** Fills a store with this many orders and returns a session of its administrator. */
export const fillStore = async (url: string, orders: number) => {
  await migrate(url)
  await installQueue(url)
  const { db, close } = openDatabase({
    url,
    applicationName: 'slipstream-drill',
    maxConnections: 2,
    onIdleError: () => {},
  })
  try {
    await fillCatalogue(db, MODS_FOR_ORDERS)
    await fillOrders(url, orders)
    const admin = await createUser(db, { username: 'drill_admin', isAdmin: true })
    return await inTransaction(db, async (tx) => {
      const device = { ip: '127.0.0.1', userAgent: 'drill' }
      const { session } = await startSession(tx, { userId: admin.id, method: 'password', ...device })
      return issueBearer(tx, session, { isAdmin: true })
    })
  } finally {
    await close()
  }
}

/** The store's own API, called as its pages call it. */
export const callAs = (address: string, token: string) => {
  const call = async <T>(method: 'GET' | 'POST', path: string): Promise<T> => {
    const answer = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    })
    const text = await answer.text()
    // A polling page retries too.
    if (answer.status === 503 && method === 'GET') {
      console.log(`${path} was answered with 503`)
      await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
      return call(method, path)
    }
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return JSON.parse(text) as T
  }
  return call
}
export type Call = ReturnType<typeof callAs>
