import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page, Request } from '@playwright/test'
import type { ChatMessage } from '@slipstream/contract/chat'
import { callAs } from './api.ts'
import { createPerson, newName, signIn } from './people.ts'
import { expect, test } from './store.ts'

/** The event streams that are open in this browser, each with its tab. */
const watchStreams = (context: BrowserContext) => {
  const open = new Map<Request, Page>()
  const forget = (request: Request) => void open.delete(request)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/live') open.set(request, request.frame().page())
  })
  context.on('requestfinished', forget)
  context.on('requestfailed', forget)
  // The streams of a closed tab end without an event.
  const tabs = () => [...open.values()].filter((tab) => !tab.isClosed())
  return { count: () => tabs().length, leader: () => tabs()[0] }
}

test('T-TABS: twelve tabs of one browser are live over one connection, and another leads when the leader closes', async ({
  page,
  context,
}) => {
  const { username } = await createPerson({ isAdmin: true, username: newName('tabs') })
  const streams = watchStreams(context)
  await signIn(page, username, '/admin/chat')
  const writer = await createPerson({ isAdmin: true, username: newName('writer') })
  const name = newName('room')
  const { id: room } = await callAs(writer.username, ({ post }) =>
    post<{ id: number }>('/api/admin/chat/rooms', { name }),
  )
  const send = (body: string) =>
    callAs(writer.username, ({ post }) =>
      post<ChatMessage>(`/api/admin/chat/rooms/${room}/messages`, { body, key: randomUUID() }),
    )

  const tabs = [page]
  await page.goto(`/admin/chat?room=${room}`)
  while (tabs.length < 12) {
    const tab = await context.newPage()
    const began = Date.now()
    await tab.goto(`/admin/chat?room=${room}`)
    await expect(tab.getByRole('heading', { name: `# ${name}` })).toBeVisible()
    console.log('milliseconds until tab', tabs.length + 1, 'was there:', Date.now() - began)
    tabs.push(tab)
  }
  await expect.poll(streams.count).toBe(1)

  await send('Everybody reads this')
  await Promise.all(tabs.map((tab) => expect(tab.getByText('Everybody reads this')).toBeVisible()))

  const leader = streams.leader()
  await leader?.close()
  const rest = tabs.filter((tab) => tab !== leader)
  expect(rest).toHaveLength(11)
  const began = Date.now()
  await expect.poll(streams.count, { intervals: [50] }).toBe(1)
  console.log('milliseconds until another tab led:', Date.now() - began)
  expect(Date.now() - began).toBeLessThan(3_000)
  await send('And this')
  await Promise.all(rest.map((tab) => expect(tab.getByText('And this')).toBeVisible()))
  expect(streams.count()).toBe(1)
})
