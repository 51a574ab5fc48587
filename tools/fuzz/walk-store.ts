import { stripeControl } from '@slipstream/emulators/stripe-control'
import { collectionOf } from './known-things.ts'
import { oneTimeCode } from './one-time-code.ts'
import { PASSWORD, type Person, type Role, signIn } from './people.ts'
import { seededRandom } from './random.ts'
import { type Call, createCaller, type Walk } from './walk-caller.ts'
import { walkLegal } from './walk-legal.ts'
import { walkMessages } from './walk-messages.ts'
import { walkSupport } from './walk-support.ts'
import { walkUsers } from './walk-users.ts'

/**
 * Uses the store once the way people do. Random requests then know its ids, and operations that need several steps
 * succeed.
 */
export const walkStore = async (walk: Walk) => {
  const admin = await walk.people.newPerson('admin')
  const as = createCaller(walk)
  const asAdmin = as(admin)
  await as(null)('POST', '/api/auth/admin-login', { username: admin.username, password: PASSWORD })
  await readEverything(walk, asAdmin)
  await as(null)('POST', '/api/visits', { events: [{ kind: 'view', path: '/mods', referrer: 'forum.example' }] })
  await coupons(asAdmin)
  await plans(asAdmin)
  await shop(walk, as, asAdmin)
  await premium(walk, as, asAdmin)
  await refund(walk, as, asAdmin)
  await workbench(asAdmin)
  await walkMessages(asAdmin)
  await walkLegal(asAdmin)
  await secondFactor(walk, as)
  await register(walk, as)
  await webhooks(asAdmin)
  await asAdmin('PATCH', '/api/admin/settings/values', { blurb: 'Mods by one creator.' })
  await walkUsers(walk, asAdmin)
  await walkSupport(walk, as, asAdmin, (username) => personOf(walk, 'customer', username))
}

/** Lists first, because they contain the ids for the other paths. */
const readEverything = async ({ operations, known }: Walk, call: Call) => {
  const random = seededRandom(1, 0)
  const addresses = operations.flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
  for (const path of addresses.toSorted((a, b) => a.split('{').length - b.split('{').length)) {
    const fill = (_: string, name: string) => String(known.pick(`${collectionOf(path, name)}.id`, random) ?? 1)
    await call('GET', path.replace(/\{(\w+)\}/g, fill))
  }
}

const personOf = async ({ sender }: Walk, role: Role, username: string): Promise<Person> => {
  const { token, answer } = await signIn(sender, role, username)
  if (token === undefined) throw new Error(`${username} cannot sign in: ${answer.text}`)
  return { username, token }
}

const shop = async ({ people }: Walk, as: (person: Person) => Call, asAdmin: Call) => {
  const call = as(await people.newPerson('customer'))
  const { items: mods = [] } = (await call('GET', '/api/mods')) as { items?: { id: number }[] }
  for (const { id } of mods.slice(0, 3)) await call('POST', '/api/cart', { modId: id })
  await call('POST', '/api/wishlist', { modId: mods[0]?.id })
  await call('POST', '/api/live/signals', { topic: 'me', kind: 'typing' })
  await call('DELETE', `/api/wishlist/${mods[0]?.id}`)
  await call('DELETE', `/api/cart/${mods[0]?.id}`)
  const { quote } = await call('GET', '/api/checkout/quote')
  const consents = { delivery: true, withdrawal: true }
  const { orderNumber } = await call('POST', '/api/checkout', { key: `fuzz-${Date.now()}-order`, quote, consents })
  const { items: orders = [] } = (await asAdmin('GET', `/api/admin/orders?q=${String(orderNumber)}`)) as {
    items?: { id: number }[]
  }
  const { stripeSessionId } = await asAdmin('GET', `/api/admin/orders/${orders[0]?.id}`)
  await call('POST', '/api/purchase/complete', { transactionId: stripeSessionId })
}

const refund = async (walk: Walk, as: (person: Person) => Call, asAdmin: Call) => {
  for (const username of ['demo_customer', 'demo_premium']) {
    const call = as(await personOf(walk, 'customer', username))
    const { items: orders = [] } = (await call('GET', '/api/orders')) as { items?: { number: string }[] }
    for (const { number } of orders) {
      await call('GET', `/api/orders/${number}`)
      await call('POST', `/api/orders/${number}/refund-request`, { reason: 'It does not start.' })
    }
    await declineRequests(asAdmin)
    for (const { number } of orders) await call('POST', `/api/orders/${number}/withdraw`)
    const { items: owned = [] } = (await call('GET', '/api/locker')) as { items?: { modId: number }[] }
    for (const { modId } of owned.slice(0, 4)) {
      await call('POST', `/api/locker/${modId}/download`, {})
      await call('POST', `/api/locker/${modId}/renew`)
      await call('POST', `/api/locker/${modId}/report`, { report: 'works' })
    }
  }
  const { items = [] } = (await asAdmin('GET', '/api/admin/orders?status=disputed')) as { items?: { id: number }[] }
  const { items: paid = [] } = (await asAdmin('GET', '/api/admin/orders?status=paid')) as { items?: Listed[] }
  for (const { id } of paid.slice(0, 3))
    await asAdmin('POST', `/api/admin/orders/${id}/refund`, { reason: 'By mistake' })
  for (const { id } of items) {
    await asAdmin('GET', `/api/admin/orders/${id}/evidence`)
    await asAdmin('POST', `/api/admin/orders/${id}/evidence`)
  }
}

const coupons = async (call: Call) => {
  const terms = { startsAt: null, endsAt: null, maxUses: null, perUserLimit: null, isActive: true, note: '' }
  const discount = { kind: 'percent', percent: 10 }
  const { id } = await call('POST', '/api/admin/coupons', { code: 'FUZZ10', discount, ...terms })
  await call('PATCH', `/api/admin/coupons/${String(id)}`, { note: 'For everybody' })
}

const plans = async (call: Call) => {
  await call('GET', '/api/admin/subscription/plans')
  const { id } = await call('POST', '/api/admin/subscription/plans', { name: 'Fuzz Month', price: 4.99 })
  await call('PATCH', `/api/admin/subscription/plans/${String(id)}`, { isFeatured: true })
  await call('DELETE', `/api/admin/subscription/plans/${String(id)}`)
}

const premium = async ({ people, stripeUrl }: Walk, as: (person: Person) => Call, asAdmin: Call) => {
  const stripe = stripeControl(stripeUrl)
  const subscribe = async () => {
    const call = as(await people.newPerson('customer'))
    const plans = (await call('GET', '/api/subscription/plans')) as unknown as { id: number; price: number }[]
    const [plan] = plans
    const shownCents = Math.round((plan?.price ?? 0) * 100)
    const { url } = await call('POST', '/api/subscription/start', { planId: plan?.id, shownCents })
    const session = String(url).split('/').at(-1) ?? ''
    await stripe.complete({ session })
    await call('POST', '/api/subscription/complete', { transactionId: session })
    return { call, plans }
  }
  const { call, plans } = await subscribe()
  // To the last plan and back: one way is an upgrade, the other is planned and withdrawn.
  for (const planId of [plans.at(-1)?.id, plans[0]?.id]) {
    const { quote } = await call('POST', '/api/subscription/change/quote', { planId })
    await call('POST', '/api/subscription/change', { quote })
  }
  await call('POST', '/api/subscription/change/withdraw')
  await call('POST', '/api/subscription/cancel', {})
  await call('POST', '/api/subscription/resume')
  await call('POST', '/api/subscription/portal')
  await call('POST', '/api/subscription/refund')
  await subscribe()
  const { items = [] } = (await asAdmin('GET', '/api/admin/subscriptions/recent')) as { items?: Listed[] }
  for (const { id } of items.slice(0, 2))
    await asAdmin('POST', `/api/admin/subscriptions/payments/${id}/refund`, { reason: 'By mistake' })
}

/** The payments of this walk made events, which Stripe has delivered meanwhile. */
const webhooks = async (call: Call) => {
  const { items = [] } = (await call('GET', '/api/admin/payments/webhooks')) as { items?: { id: string }[] }
  for (const { id } of items.slice(0, 2)) {
    await call('GET', `/api/admin/payments/webhooks/${id}/payload`)
    await call('POST', `/api/admin/payments/webhooks/${id}/replay`)
  }
}

const declineRequests = async (asAdmin: Call) => {
  const { items = [] } = (await asAdmin('GET', '/api/admin/orders?requested=true')) as { items?: { id: number }[] }
  for (const { id } of items)
    await asAdmin('POST', `/api/admin/orders/${id}/decline-request`, { reason: 'Try the fix.' })
}

interface Listed {
  id: number
}

const workbench = async (call: Call) => {
  const categories = (await call('GET', '/api/admin/categories')) as unknown as Listed[]
  await call('POST', '/api/admin/categories/order', { ids: categories.map(({ id }) => id) })
  const spare = await call('POST', '/api/admin/categories', { name: 'Spare', slug: 'spare', description: '' })
  await call('DELETE', `/api/admin/categories/${String(spare.id)}`)
  const { items: mods = [] } = (await call('GET', '/api/admin/mods?status=published')) as { items?: Listed[] }
  const first = mods[0]?.id
  const copy = String((await call('POST', `/api/admin/mods/${first}/duplicate`)).id)
  const { form, pictures = [] } = (await call('GET', `/api/admin/mods/${first}`)) as unknown as {
    form?: unknown
    pictures?: (Listed & { src?: string; picture?: { src: string } })[]
  }
  await call('PATCH', `/api/admin/mods/${first}`, form)
  await call('POST', `/api/admin/mods/${first}/story/preview`, { about: ['Built by *one* person.'] })
  await call('POST', '/api/admin/mods/bulk', { action: 'archive', ids: [Number(copy)] })
  await call('POST', `/api/admin/mods/${copy}/draft`, { typed: { title: 'Half' }, revision: 0 })
  await call('DELETE', `/api/admin/mods/${copy}/draft`)
  await call('POST', `/api/admin/mods/${first}/pictures/order`, { ids: pictures.map(({ id }) => id) })
  const source = pictures[0]?.picture?.src ?? pictures[0]?.src
  if (source !== undefined) await addPicture(call, first ?? 0, source)
  await releases(call, mods)
  await upload(call, first ?? 0)
}

const addPicture = async (call: Call, mod: number, source: string) => {
  const original = await fetch(source).catch(() => null)
  if (!original?.ok) return
  const contentType = original.headers.get('content-type') ?? 'image/webp'
  const body = await original.bytes()
  const send = async (address: string) => {
    const { key, url } = await call('POST', address, { contentType })
    await fetch(String(url), { method: 'PUT', headers: { 'content-type': contentType }, body })
    return key
  }
  await call('POST', '/api/admin/settings/pictures', {
    key: await send('/api/admin/settings/pictures/upload'),
    use: 'share',
  })
  const key = await send(`/api/admin/mods/${mod}/pictures/upload`)
  await call('POST', `/api/admin/mods/${mod}/pictures`, { key, label: 'Side', alt: 'A car from the side' })
  const { pictures = [] } = (await call('GET', `/api/admin/mods/${mod}`)) as { pictures?: Listed[] }
  const added = pictures.at(-1)?.id
  const address = `/api/admin/mods/${mod}/pictures/${added}`
  await call('PATCH', address, { label: 'Front', alt: 'A car from the front' })
  await call('POST', `${address}/crop`, { left: 0, top: 0, width: 320, height: 200 })
  await call('DELETE', address)
}

const releases = async (call: Call, mods: readonly Listed[]) => {
  for (const { id } of mods.slice(0, 3)) {
    const all = (await call('GET', `/api/admin/mods/${id}/releases`)) as unknown as (Listed & {
      version: string
      changes: string[]
      gameVersions: string[]
    })[]
    for (const { id: release, version, changes, gameVersions } of Array.isArray(all) ? all : []) {
      await call('PATCH', `/api/admin/releases/${release}`, { version, changes, gameVersions })
      await call('GET', `/api/admin/releases/${release}/publish`)
      await call('POST', `/api/admin/releases/${release}/publish`, { at: null })
      await call('POST', `/api/admin/releases/${release}/withdraw`)
      await call('DELETE', `/api/admin/releases/${release}/publish`)
      await call('DELETE', `/api/admin/releases/${release}`)
    }
  }
  await call('POST', '/api/admin/compatibility/game-versions', { version: '9.9' })
  const board = (await call('GET', '/api/admin/compatibility')) as {
    gameVersion?: string
    rows?: { releaseId: number }[]
  }
  await call('POST', '/api/admin/compatibility', {
    releaseIds: board.rows?.slice(0, 1).map(({ releaseId }) => releaseId),
    gameVersion: board.gameVersion,
    state: 'confirmed',
    fixedIn: null,
    note: '',
  })
  await call('DELETE', '/api/admin/compatibility/game-versions/9.9')
}

const upload = async (call: Call, modId: number) => {
  const bytes = Buffer.from('PK not really a zip archive')
  const file = { modId, fileName: 'fuzz.zip', sizeBytes: bytes.length, fingerprint: 'ab'.repeat(32) }
  const { id } = await call('POST', '/api/admin/uploads', file)
  const address = `/api/admin/uploads/${String(id)}`
  const parts = (await call('POST', `${address}/parts`, { parts: [1] })) as unknown as { url: string }[]
  if (parts[0]) await fetch(parts[0].url, { method: 'PUT', body: bytes }).catch(() => null)
  await call('POST', `${address}/complete`)
  await call('DELETE', address)
}

const secondFactor = async (walk: Walk, as: (person: Person | null) => Call) => {
  const person = await walk.people.newPerson('customer')
  const call = as(person)
  const { secret } = await call('POST', '/api/account/two-factor')
  await call('POST', '/api/account/two-factor/confirm', { code: oneTimeCode(String(secret)) })
  const { recoveryCodes = [] } = (await call('POST', '/api/account/two-factor/recovery-codes')) as {
    recoveryCodes?: string[]
  }
  const { challenge } = await as(null)('POST', '/api/auth/login', { username: person.username, password: PASSWORD })
  await as(null)('POST', '/api/auth/second-factor', { challenge, code: recoveryCodes[0] })
  await call('DELETE', '/api/account/two-factor')
}

const register = async (
  { turnstileUrl, storeUrl, people }: Walk,
  as: (person: Pick<Person, 'token'> | null) => Call,
) => {
  const answer = await fetch(`${turnstileUrl}/_control/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'register', hostname: new URL(storeUrl).hostname }),
  })
  const { token } = (await answer.json()) as { token: string }
  const username = `fuzz_new_${Date.now()}`
  const newcomer = { username, email: `${username}@customer.example`, password: 'a-long-and-rare-sentence-41' }
  const signedIn = await as(null)('POST', '/api/auth/register', { ...newcomer, 'cf-turnstile-response': token })
  await as({ token: String(signedIn.token) })('POST', '/api/account/email/confirmation', {})
  const leaver = await people.newPerson('customer')
  await as(leaver)('POST', '/api/auth/prove', { password: PASSWORD })
  await as(leaver)('DELETE', '/api/account/discord')
  await as(leaver)('DELETE', '/api/account/sessions')
  const other = await people.newPerson('customer')
  const sessions = (await as(other)('GET', '/api/account/sessions')) as unknown as Listed[]
  await as(other)('DELETE', `/api/account/sessions/${sessions[0]?.id}`)
  await as(leaver)('POST', '/api/account/password', { password: 'a-long-and-rare-sentence-42' })
  await as(leaver)('DELETE', '/api/account', { username: leaver.username })
}
