import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { OwnNotification, StaffNotification } from '@slipstream/contract/notifications'
import { inTransaction } from '@slipstream/db/client'
import { notifications } from '@slipstream/db/tables/notifications'
import { newPerson, type Person } from '#testing/people.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { notify, notifyAdmins } from './notify.service.ts'

const store = await openEmptiedTestStore()
let mara: Person
let idris: Person
beforeEach(async () => {
  ;[mara, idris] = [await newPerson(store), await newPerson(store)]
})

const release = (key: string, title = 'Kestrel R4 Rally 1.2.0 is ready to download') =>
  ({ kind: 'release', key, title, text: 'A free update for a mod you own.', link: '/mod-locker' }) as const
const tell = (people: readonly Person[], key: string) =>
  inTransaction(store.db, (tx) =>
    notify(
      tx,
      people.map(({ row }) => row.id),
      release(key),
    ),
  )
const list = async (person: Person, query = '') => {
  const answer = await person.call('GET', `/api/notifications${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ items: OwnNotification[]; next: string | null }>()
}
const unread = async (person: Person) =>
  (await person.call('GET', '/api/notifications/unread')).json<{ unread: number }>().unread
const read = (person: Person, mark: object) => person.call('POST', '/api/notifications/read', mark)

describe('a customer’s notifications', () => {
  test('an event notifies each person once, however often its job runs', async () => {
    await tell([mara, idris], 'release:1')
    await tell([mara], 'release:1')
    expect((await list(mara)).items).toMatchObject([{ kind: 'release', link: '/mod-locker', isRead: false }])
    expect([await unread(mara), await unread(idris)]).toEqual([1, 1])
  })

  test('a notification makes the open pages of its recipient fetch again', async () => {
    const heard: string[] = []
    store.services.bus.onHint((hint) => heard.push(hint))
    await tell([mara], 'release:1')
    await vi.waitFor(() => expect(heard).toEqual([`me ${mara.row.id}`]))
    await inTransaction(store.db, (tx) =>
      notifyAdmins(tx, { kind: 'dispute', key: 'dispute:1', title: 'Order 1', text: '', link: null }),
    )
    await vi.waitFor(() => expect(heard).toEqual([`me ${mara.row.id}`, 'staff']))
  })

  test('a person can mark one notification as read, or all up to the newest one seen', async () => {
    for (const key of ['release:1', 'release:2', 'release:3']) await tell([mara], key)
    const [newest, middle] = (await list(mara)).items
    expect((await read(mara, { notificationId: middle?.id })).json()).toEqual({ unread: 2 })
    await tell([mara], 'release:4')
    expect((await read(mara, { notificationId: newest?.id, withOlder: true })).json()).toEqual({ unread: 1 })
    expect((await list(mara)).items.map(({ isRead }) => isRead)).toEqual([false, true, true, true])
  })

  test('nobody sees or marks another person’s notifications', async () => {
    await tell([mara], 'release:1')
    const [hers] = (await list(mara)).items
    expect((await list(idris)).items).toEqual([])
    expect((await read(idris, { notificationId: hers?.id })).json()).toEqual({ unread: 0 })
    expect((await read(idris, { notificationId: hers?.id, withOlder: true })).json()).toEqual({ unread: 0 })
    expect(await unread(mara)).toBe(1)
  })

  test('notifications are listed page by page', async () => {
    for (let place = 1; place <= 3; place += 1) await tell([mara], `release:${place}`)
    const first = await list(mara, '?limit=2')
    expect(first.items).toHaveLength(2)
    const second = await list(mara, `?limit=2&after=${first.next}`)
    expect([second.items.length, second.next]).toEqual([1, null])
  })

  test('notifications are in the data export and are erased with the account', async () => {
    await tell([mara, idris], 'release:1')
    const data = (await mara.call('GET', '/api/account/export')).json<{ notifications: object[] }>()
    expect(data.notifications).toMatchObject([{ kind: 'release', title: expect.stringContaining('Kestrel') }])
    await mara.call('DELETE', '/api/account', { username: mara.row.username })
    expect(await store.db.select({ userId: notifications.userId }).from(notifications)).toEqual([
      { userId: idris.row.id },
    ])
    await tell([mara], 'release:2')
    expect(await store.db.select().from(notifications)).toHaveLength(1)
  })
})

describe('[ROUTE-13] the notifications of administrators', () => {
  const listed = async (person: Person, query = '') =>
    (await person.call('GET', `/api/admin/notifications${query}`)).json<{ items: StaffNotification[] }>().items
  const happen = (kind: 'incident' | 'request', key: string) =>
    inTransaction(store.db, (tx) => notifyAdmins(tx, { kind, key, title: key, text: 'It waits.', link: null }))

  test('[ROUTE-13] every administrator is notified and has their own read state', async () => {
    const [one, other] = [await newPerson(store, { isAdmin: true }), await newPerson(store, { isAdmin: true })]
    await happen('incident', 'incident:1')
    await happen('request', 'request:1')
    expect(await listed(one)).toMatchObject([{ kind: 'request' }, { kind: 'incident' }])
    const [newest] = await listed(one)
    const marked = await one.call('POST', '/api/admin/notifications/read', {
      notificationId: newest?.id,
      withOlder: true,
    })
    expect(marked.json()).toEqual({ unread: 0 })
    expect((await other.call('GET', '/api/admin/notifications/unread')).json()).toEqual({ unread: 2 })
    expect((await list(mara)).items).toEqual([])
  })

  test('[ROUTE-13] staff notifications can be filtered by kind and by unread', async () => {
    const admin = await newPerson(store, { isAdmin: true })
    await happen('incident', 'incident:1')
    await happen('incident', 'incident:2')
    await happen('request', 'request:1')
    const [latest] = await listed(admin, '?kind=incident')
    await admin.call('POST', '/api/admin/notifications/read', { notificationId: latest?.id })
    expect((await listed(admin, '?kind=incident&unread=true')).map(({ title }) => title)).toEqual(['incident:1'])
    expect((await listed(admin, '?unread=true')).map(({ title }) => title)).toEqual(['request:1', 'incident:1'])
  })

  test('[ROUTE-13] staff notifications are not in an administrator’s own list and are refused once the role is lost', async () => {
    const admin = await newPerson(store, { isAdmin: true })
    // The last administrator cannot lose the role, so there is another one.
    await newPerson(store, { isAdmin: true })
    await happen('incident', 'incident:1')
    expect((await list(admin)).items).toEqual([])
    expect(await unread(admin)).toBe(0)
    await store.db.execute(sql`update users set is_admin = false where id = ${admin.row.id}`)
    store.app.gate.forget(admin.row.id)
    expect((await admin.call('GET', '/api/admin/notifications')).statusCode).toBe(403)
  })
})
