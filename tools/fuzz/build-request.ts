import { hostileHeaders, hostileText, mutate, OVERSIZED_HEADERS, spoiledBody } from './hostile-values.ts'
import { collectionOf, type KnownThings } from './known-things.ts'
import type { Operation, Parameter, Schema } from './operations.ts'
import { PAGES } from './pages.ts'
import type { Random } from './random.ts'
import { createValidValues } from './valid-values.ts'

export interface FuzzRequest {
  /** The operation in the API document, or the pattern of the page. */
  name: string
  method: string
  url: string
  headers: Record<string, string>
  body?: string
  /** Closing the connection is a valid answer to an oversized request. */
  mayClose?: true
}

interface Sources {
  random: Random
  known: KnownThings
  resolve: (schema: Schema) => Schema
}

/** Lone surrogates have no percent-encoding, so their bytes are sent as in WTF-8. */
const encode = (text: string) =>
  encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

const VALID = 0.35
const HOSTILE_PARAMETER = 0.5
const STRANGE_QUERIES = [
  'a[b]=1',
  'constructor=1',
  '__proto__[x]=1',
  '%00=1',
  'after=%00',
  'limit=99999',
  'limit=',
  `${'x'.repeat(500)}=1`,
]

export const buildApiRequest = (operation: Operation, sources: Sources): FuzzRequest => {
  const { random } = sources
  const isValid = random.chance(VALID)
  const request: FuzzRequest = {
    name: operation.name,
    method: operation.method,
    url: addressOf(operation, sources, isValid),
    headers: { 'content-type': 'application/json' },
  }
  const hasBody = operation.body !== undefined || (operation.method !== 'GET' && random.chance(0.1))
  if (hasBody) addBody(request, operation, sources, isValid)
  if (!isValid) disfigure(request, random)
  return request
}

const addressOf = ({ path, parameters }: Operation, { random, known, resolve }: Sources, isValid: boolean) => {
  const validValue = createValidValues({ random, known, resolve })
  const wordFor = ({ name, schema, in: place }: Parameter) => {
    if (!isValid && random.chance(HOSTILE_PARAMETER)) {
      const start = random.chance(0.3) ? String(validValue(schema, name)) : ''
      return encode(start + hostileText(random))
    }
    const pool = place === 'path' ? `${collectionOf(path, name)}.id` : name === 'after' ? 'next' : null
    return encode(String((pool && known.pick(pool, random)) ?? validValue(schema, name)))
  }
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (parameter.required === true || random.chance(0.4)))
    .map((parameter) => `${encode(parameter.name)}=${wordFor(parameter)}`)
  if (!isValid && random.chance(0.1)) query.push(random.pick(STRANGE_QUERIES))
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const filled = inPath.reduce((url, parameter) => url.replace(`{${parameter.name}}`, wordFor(parameter)), path)
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled
}

const addBody = (request: FuzzRequest, { body }: Operation, sources: Sources, isValid: boolean) => {
  const { random } = sources
  const value = body ? createValidValues(sources)(body) : {}
  request.body = JSON.stringify(isValid ? value : mutate(value, random)) ?? ''
  if (!isValid && random.chance(0.08)) spoil(request, value, random)
}

const disfigure = (request: FuzzRequest, random: Random) => {
  if (random.chance(0.06)) Object.assign(request.headers, hostileHeaders(random))
  if (random.chance(0.002)) oversize(request)
}

const spoil = (request: FuzzRequest, value: unknown, random: Random) => {
  const { text, contentType, encoding, mayClose } = spoiledBody(value, random)
  request.body = text
  request.headers['content-type'] = contentType
  if (encoding !== undefined) request.headers['content-encoding'] = encoding
  if (mayClose) request.mayClose = true
}

const oversize = (request: FuzzRequest) => {
  Object.assign(request.headers, OVERSIZED_HEADERS)
  request.mayClose = true
}

export const buildPageRequest = (random: Random, known: KnownThings): FuzzRequest => {
  const page = random.pick(PAGES)
  const fill = () => {
    const id = random.chance(0.3) ? known.pick('mods.id', random) : undefined
    return encode(id === undefined ? hostileText(random) : String(id))
  }
  const headers: Record<string, string> = { accept: 'text/html' }
  if (random.chance(0.06)) Object.assign(headers, hostileHeaders(random))
  const request: FuzzRequest = { name: `GET ${page}`, method: 'GET', url: page.replaceAll('{}', fill), headers }
  if (random.chance(0.03)) request.method = random.pick(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])
  if (random.chance(0.002)) oversize(request)
  return request
}

/** A sender other than Stripe, or a damaged delivery. */
export const buildWebhookRequest = (random: Random): FuzzRequest => ({
  name: 'POST /api/webhooks/stripe',
  method: 'POST',
  url: '/api/webhooks/stripe',
  headers: {
    'content-type': random.pick(['application/json', 'text/plain', 'application/json; charset=utf-16']),
    ...(random.chance(0.8) && {
      'stripe-signature': random.pick(['t=1,v1=00', 'x', 't=99999999999999999999,v1=\xff', 't=,v1=']),
    }),
  },
  body: random.pick([
    '',
    '{}',
    '[]',
    '{"id":"\\u0000"}',
    'null',
    hostileText(random),
    JSON.stringify({ id: 1e308, type: {} }),
  ]),
})
