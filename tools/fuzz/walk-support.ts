import type { Person } from './people.ts'
import type { Call, Walk } from './walk-caller.ts'

type As = (person: Person | null) => Call
type PersonOf = (username: string) => Promise<Person>

/** Tickets from a customer's and the staff's side, with files, a merge and a refund. */
export const walkSupport = async (walk: Walk, as: As, asAdmin: Call, personOf: PersonOf) => {
  const call = as(await walk.people.newPerson('customer'))
  const file = await attach(call)
  const first = await openTicket(call, { attachmentIds: file ? [file] : [] })
  const second = await openTicket(call)
  await call('GET', `/api/tickets/${first}`)
  await call('POST', `/api/tickets/${first}/messages`, { body: 'It still does not start.', clientKey: newKey() })
  if (file) await asAdmin('GET', `/api/admin/tickets/attachments/${file}`)
  await asAdmin('POST', `/api/admin/tickets/${second}/merge`, { intoId: Number(first) })
  await asAdmin('POST', `/api/admin/tickets/${second}/unmerge`)
  await call('POST', `/api/tickets/${first}/solve`)
  await call('POST', `/api/tickets/${first}/rating`, { rating: 5, comment: 'Quick' })
  await call('POST', `/api/tickets/${first}/reopen`)
  await refundFromTicket(as, asAdmin, personOf)
  await review(asAdmin, call, as, personOf)
  await contact(walk, as(null))
}

const newKey = () => crypto.randomUUID()

const openTicket = async (call: Call, more: object = {}) => {
  const words = { subject: 'It does not start', body: 'The engine is silent.', category: 'mod' }
  const { id } = await call('POST', '/api/tickets', { ...words, ...more, clientKey: newKey() })
  return String(id)
}

/** One file that is sent later and one that is removed. Returns the id of the first. */
const attach = async (call: Call) => {
  const bytes = Buffer.from('GameEngine: 12.3|I|started\n')
  const add = async () => {
    const offer = { kind: 'log', contentType: 'text/plain', sizeBytes: bytes.length }
    const { key, url } = await call('POST', '/api/tickets/attachments/upload', offer)
    const headers = { 'content-type': 'text/plain' }
    await fetch(String(url), { method: 'PUT', headers, body: bytes }).catch(() => null)
    return (await call('POST', '/api/tickets/attachments', { key, kind: 'log', name: 'game.log' })).id
  }
  const [kept, removed] = [await add(), await add()]
  await call('GET', `/api/tickets/attachments/${String(kept)}`)
  await call('DELETE', `/api/tickets/attachments/${String(removed)}`)
  return typeof kept === 'number' ? kept : null
}

const refundFromTicket = async (as: As, asAdmin: Call, personOf: PersonOf) => {
  const { items = [] } = (await asAdmin('GET', '/api/admin/orders?status=paid')) as {
    items?: { id: number; username: string; refundedCents: number }[]
  }
  for (const { id, username } of items.filter(({ refundedCents }) => refundedCents === 0).slice(0, 3)) {
    const ticket = await openTicket(as(await personOf(username)))
    await asAdmin('POST', `/api/admin/tickets/${ticket}/refund`, { orderId: id, reason: 'It does not start.' })
  }
}

/** A review by an owner, from the screenshot to the reply. */
const review = async (asAdmin: Call, reader: Call, as: As, personOf: PersonOf) => {
  const owner = as(await personOf('demo_customer'))
  const { items = [] } = (await owner('GET', '/api/locker')) as { items?: { modId: number; source: string }[] }
  const modId = items.find(({ source }) => source === 'purchase')?.modId ?? 1
  const mine = `/api/mods/${modId}/reviews/mine` as const
  const { key } = await owner('POST', '/api/reviews/pictures/upload', { contentType: 'image/png', sizeBytes: 68 })
  await owner('POST', '/api/reviews/pictures', { key })
  await owner('POST', mine, { rating: 4, title: 'Good', body: 'It drives very well.', pictureIds: [] })
  const { review: written } = (await owner('GET', mine)) as { review?: { id: number } | null }
  const id = written?.id ?? 1
  const { items: found = [] } = (await asAdmin('GET', '/api/admin/reviews?limit=1')) as {
    items?: { id: number; revision: number }[]
  }
  const named = found.map(({ id: reviewId, revision }) => ({ id: reviewId, revision }))
  await asAdmin('POST', '/api/admin/reviews/decide', { act: 'approve', reviews: named })
  await asAdmin('POST', `/api/admin/reviews/${id}/reply`, { body: 'Thank you.' })
  await reader('POST', `/api/reviews/${id}/vote`, { isHelpful: true })
  await reader('POST', `/api/reviews/${id}/report`, { reason: 'unrelated', note: '' })
  await owner('DELETE', mine)
}

const contact = async ({ turnstileUrl, storeUrl }: Walk, call: Call) => {
  const answer = await fetch(`${turnstileUrl}/_control/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'contact', hostname: new URL(storeUrl).hostname }),
  })
  const { token } = (await answer.json()) as { token: string }
  await call('POST', '/api/contact', {
    name: 'Kit',
    email: `fuzz_guest_${Date.now()}@mail.example`,
    subject: 'A question',
    body: 'Do you sell trucks?',
    category: 'general',
    clientKey: newKey(),
    'cf-turnstile-response': token,
  })
}
