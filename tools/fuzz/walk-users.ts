import type { Call, Walk } from './walk-caller.ts'

const REASON = { reason: 'Asked for by mail' }

/** What administrators do to the accounts of customers. */
export const walkUsers = async ({ people }: Walk, call: Call) => {
  const [person, other] = [await people.newPerson('customer'), await people.newPerson('customer')]
  const { items = [] } = (await call('GET', `/api/admin/users?q=${person.username}%40`)) as { items?: { id: number }[] }
  const user = `/api/admin/users/${items[0]?.id}`
  const { id: noteId } = await call('POST', `${user}/notes`, { body: 'Sends useful logs.' })
  await call('DELETE', `${user}/notes/${String(noteId)}`)
  await call('POST', `${user}/sign-out`, { sessionId: null })
  await call('POST', `${user}/ban`, { ...REASON, endsAt: null })
  await call('POST', `${user}/unban`)
  await call('POST', `${user}/role`, { isAdmin: true })
  await call('POST', `${user}/role`, { isAdmin: false })
  await call('POST', `${user}/personal-data`)
  const { items: mods = [] } = (await call('GET', '/api/mods')) as { items?: { id: number }[] }
  await call('POST', '/api/admin/entitlements', { username: person.username, modId: mods[0]?.id, ...REASON })
  await call('POST', `${user}/move-purchases`, { username: other.username, ...REASON })
  await call('POST', `${user}/erase`, { username: person.username, ...REASON })
  const username = `invited_${Date.now()}`
  const invited = { username, email: `${username}@mail.example`, isAdmin: false }
  const { id } = await call('POST', '/api/admin/users', invited)
  await call('POST', `/api/admin/users/${String(id)}/invite`)
}
