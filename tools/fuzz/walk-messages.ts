import type { Call } from './walk-caller.ts'

interface Listed {
  id: number
}

/** The team on the about page, newsletters, templates of mails, and the chat of administrators. */
export const walkMessages = async (call: Call) => {
  await team(call)
  await newsletter(call)
  await chat(call)
  const words = { subject: '', intro: 'Hello from {{storeName}}.', outro: '' }
  for (const act of ['preview', 'test']) await call('POST', `/api/admin/templates/receipt/${act}`, words)
  await call('PATCH', '/api/admin/templates/receipt', words)
  await call('DELETE', '/api/admin/templates/receipt')
  await call('GET', '/api/admin/announcements/preview?kind=sale')
  await call('DELETE', '/api/admin/announcements/channel')
}

const team = async (call: Call) => {
  const group = await call('POST', '/api/admin/team/categories', { name: 'Spare', description: '' })
  const categoryId = Number(group.id)
  const words = { categoryId, name: 'Spare', role: 'Tester', bio: '', avatarKey: null }
  const member = await call('POST', '/api/admin/team/members', words)
  await call('PATCH', `/api/admin/team/members/${String(member.id)}`, words)
  await call('POST', '/api/admin/team/members/order', { categoryId, ids: [Number(member.id)] })
  await call('DELETE', `/api/admin/team/members/${String(member.id)}`)
  const groups = (await call('GET', '/api/admin/team/categories')) as unknown as Listed[]
  await call('POST', '/api/admin/team/categories/order', { ids: groups.map(({ id }) => id) })
  await call('DELETE', `/api/admin/team/categories/${String(group.id)}`)
}

const NEWSLETTER = {
  subject: 'News',
  preview: '',
  heading: 'News',
  body: 'Three new mods.',
  button: null,
  audience: { owns: [], wishes: [], seenWithinDays: null, awayForDays: null },
  perMinute: 60,
}

const newsletter = async (call: Call) => {
  const create = async () =>
    `/api/admin/newsletters/${String((await call('POST', '/api/admin/newsletters', NEWSLETTER)).id)}`
  await call('POST', '/api/admin/newsletters/audience', { audience: NEWSLETTER.audience })
  await call('POST', '/api/admin/newsletters/preview', NEWSLETTER)
  await call('POST', '/api/admin/newsletters/test', NEWSLETTER)
  await call('DELETE', await create())
  const path = await create()
  await call('PATCH', path, NEWSLETTER)
  await call('POST', `${path}/send`, { at: null })
  await call('POST', `${path}/pause`)
  await call('POST', `${path}/unknown/resend`)
  await call('POST', `${path}/pause`)
  await call('POST', `${path}/resume`)
  await call('POST', `${path}/pause`)
  await call('POST', `${path}/cancel`)
}

const chat = async (call: Call) => {
  const { id: room } = await call('POST', '/api/admin/chat/rooms', { name: `Room ${Date.now()}` })
  const messages = `/api/admin/chat/rooms/${String(room)}/messages`
  const { id } = await call('POST', messages, { body: 'A crash on load', key: crypto.randomUUID() })
  await call('GET', messages)
  await call('GET', '/api/admin/chat/search?q=crash')
  await call('POST', `/api/admin/chat/rooms/${String(room)}/read`, { messageId: id })
  await call('PATCH', `/api/admin/chat/messages/${String(id)}`, { body: 'No crash' })
  await call('DELETE', `/api/admin/chat/messages/${String(id)}`)
}
