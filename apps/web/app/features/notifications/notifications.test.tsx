// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/notifications'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import Notifications from './notifications.tsx'
import { StaffNotifications } from './staff-notifications.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const user = userEvent.setup({ delay: null })
const sent = (id: number, changes: object = {}) => ({
  id,
  kind: 'release',
  title: `Kestrel R4 Rally 1.${id}.0 is ready to download`,
  text: 'A free update for a mod you own.',
  link: '/mod-locker',
  at: '2026-11-15T10:00:00.000Z',
  isRead: false,
  ...changes,
})

/** A store that remembers what was read. */
const pretend = (area: '' | '/admin', items: ReturnType<typeof sent>[]) => {
  const unread = () => ({ unread: items.filter(({ isRead }) => !isRead).length })
  return pretendStore({
    [`GET /api${area}/notifications`]: () => ({ items: [...items], next: null }),
    [`GET /api${area}/notifications/unread`]: unread,
    [`POST /api${area}/notifications/read`]: ({ body }: { body: unknown }) => {
      const { notificationId: id, withOlder = false } = body as { notificationId: number; withOlder?: boolean }
      for (const each of items) if (each.id === id || (withOlder && each.id < id)) each.isRead = true
      return unread()
    },
  })
}
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('a customer’s notifications link to what they are about, and following one marks it as read', async () => {
  const store = pretend('', [sent(2), sent(1, { isRead: true })])
  showAt('/profile', <Notifications />)
  const link = await screen.findByRole('link', { name: /1\.2\.0/ })
  expect(link.getAttribute('href')).toBe('/mod-locker')
  expect(rows()[0]).toMatch(/^Unread: /)
  expect(rows()[1]).not.toMatch(/^Unread: /)
  await user.click(link)
  await waitFor(() =>
    expect(store.asked('POST /api/notifications/read').map(({ body }) => body)).toEqual([{ notificationId: 2 }]),
  )
})

test('all notifications are marked as read at once, up to the newest on the page', async () => {
  const store = pretend('', [sent(9), sent(8)])
  showAt('/profile', <Notifications />)
  expect(await screen.findByText('2 unread')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('All read')).toBeTruthy()
  expect(store.asked('POST /api/notifications/read').map(({ body }) => body)).toEqual([
    { notificationId: 9, withOlder: true },
  ])
  await waitFor(() => expect(rows().some((text) => text?.startsWith('Unread'))).toBe(false))
})

test('notifications that fail to load can be retried, and an empty list says that nothing is new', async () => {
  const store = pretend('', [])
  store.answers['GET /api/notifications'] = () => refuse('server.failed')
  showAt('/profile', <Notifications />)
  expect((await screen.findByRole('alert')).textContent).toContain('Your notifications could not be loaded.')
  store.answers['GET /api/notifications'] = () => ({ items: [], next: null })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing new')).toBeTruthy()
})

test('[ROUTE-13] an administrator filters the notifications and marks one as read', async () => {
  const incident = sent(2, { kind: 'incident', title: 'The backup is late', link: null })
  const store = pretend('/admin', [incident, sent(1, { kind: 'request', title: 'Refund requested for order SL-1' })])
  const { here } = showAt('/admin/notifications', <StaffNotifications />)
  expect(await screen.findByText('2 unread')).toBeTruthy()
  await user.selectOptions(screen.getByRole('combobox', { name: 'About' }), 'Incidents')
  await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Unread only')
  await waitFor(() => expect(here()).toBe('/admin/notifications?kind=incident&unread=true'))
  await waitFor(() =>
    expect(store.asked('GET /api/admin/notifications').at(-1)?.query).toMatchObject({
      kind: 'incident',
      unread: 'true',
    }),
  )
  const list = within(screen.getByRole('list', { name: 'Notifications' }))
  await user.click(list.getByRole('button', { name: 'Mark “The backup is late” as read' }))
  expect(await screen.findByText('1 unread')).toBeTruthy()
})
