import { randomBytes, randomUUID } from 'node:crypto'

/** One request that a hostile address sends. */
export interface Attack {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  headers?: Record<string, string>
  body?: string
}

interface Target {
  /** The session of a signed-in customer. A hostile visitor gets one for free. */
  authorization: string
  /** The quoted total of the customer's cart, so that the checkout is a real one. */
  quote: string
  modIds: readonly number[]
  /** A ticket of the customer. */
  ticketId: number
  /** An uploaded picture that takes 0.8 GB to open. */
  pictureKey: string
}

const text = (bytes = 6) => randomBytes(bytes).toString('hex')
export const json = (path: string, body: unknown, headers: Record<string, string> = {}): Attack => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
})
export const get = (path: string, headers: Record<string, string> = {}): Attack => ({ method: 'GET', path, headers })
const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!

/** What each address does in turn. Each kind is as expensive as a stranger can make it; most try to miss the caches. */
export const attacks = ({
  authorization,
  quote,
  modIds,
  ticketId,
  pictureKey,
}: Target): Record<string, () => Attack> => ({
  'page at a new address': () => get(`/mods?visit=${text()}`),
  'page with a new search': () => get(`/mods?q=${text()}`),
  'page of a mod': () => get(`/mods/${pick(modIds)}?ref=${text()}`),
  'page that does not exist': () => get(`/${text()}`),
  'mod that does not exist': () => get(`/mods/${1_000_000 + Math.floor(Math.random() * 1_000_000)}`),
  'search by the API': () => get(`/api/mods?q=${text(3)}`),
  'suggestions for a search': () => get(`/api/mods/suggest?q=${text(3)}%20${text(3)}`),
  'facets of a search': () => get(`/api/mods/facets?q=${text(3)}`),
  'call that does not exist': () => get(`/api/${text()}`),
  // Logged, so the redactor reads it.
  'very long path': () => get(`/${pick(['a-', 'a.', 'password-']).repeat(1_500)}${text()}`),
  'malformed address': () => get(pick(['/%', '/api/%zz', '/%E0%A4%A', '/mods/%'])),
  readyz: () => get(pick(['/readyz', '/readyz/', '//readyz', '/READYZ'])),
  'large headers': () => get('/api/site/status', { 'x-padding': 'a'.repeat(12_000), cookie: `session=${text(2_000)}` }),
  'sign-in': () => json('/api/auth/login', { username: `nobody_${text()}`, password: text(20) }),
  'sign-in to a known name': () => json('/api/auth/login', { username: 'demo_admin', password: text(20) }),
  registration: () =>
    json('/api/auth/register', {
      username: `u${text()}`,
      email: `${text()}@customer.example`,
      password: text(20),
      'cf-turnstile-response': text(),
    }),
  'password reset': () => json('/api/auth/forgot-password', { email: `${text()}@customer.example` }),
  // Already in the cart, so the quote stays valid.
  'add to cart': () => json('/api/cart', { modId: modIds[0] }, { authorization }),
  checkout: () =>
    json('/api/checkout', { key: text(16), quote, consents: { delivery: true, withdrawal: true } }, { authorization }),
  'coupon guess': () => get(`/api/checkout/quote?coupon=${text(4)}`, { authorization }),
  'made-up payment': () => json('/api/purchase/complete', { transactionId: `cs_test_${text()}` }, { authorization }),
  'forged webhook': () => ({
    method: 'POST',
    path: '/api/webhooks/stripe',
    headers: {
      'content-type': 'application/json',
      'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${text(32)}`,
    },
    body: JSON.stringify({ id: `evt_${text()}`, padding: text(60_000) }),
  }),
  'policy report': () =>
    json(
      '/api/csp-reports',
      {
        'csp-report': {
          'document-uri': `https://store.example/${text()}`,
          'violated-directive': 'script-src',
          sample: text(500),
        },
      },
      { 'content-type': 'application/csp-report' },
    ),
  beacon: () =>
    json('/api/visits', {
      events: Array.from({ length: 10 }, () => [
        {
          kind: 'view',
          path: `/mods/${100_000_000 + Math.floor(Math.random() * 800_000_000)}`,
          referrer: `${text(60)}.example`,
        },
        { kind: 'search', term: text(30), found: false },
      ]).flat(),
    }),
  'upload offer': () =>
    json(
      '/api/tickets/attachments/upload',
      { kind: 'picture', contentType: 'image/png', sizeBytes: 10_485_760 },
      { authorization },
    ),
  'hostile picture': () =>
    json('/api/tickets/attachments', { key: pictureKey, kind: 'picture', name: 'a.png' }, { authorization }),
  'solve and reopen': () => ({
    method: 'POST',
    path: `/api/tickets/${ticketId}/${pick(['solve', 'reopen'])}`,
    headers: { authorization },
  }),
  'message of a guest': () =>
    json('/api/contact', {
      name: text(),
      email: `${text()}@customer.example`,
      subject: text(),
      body: text(2_000),
      category: 'general',
      clientKey: randomUUID(),
      'cf-turnstile-response': text(),
    }),
  'large body': () => json('/api/auth/login', { username: text(), password: text(400_000) }),
})
