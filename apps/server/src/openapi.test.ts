import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { errorsOf } from '@slipstream/contract/shared-errors'
import { readContractEndpoints } from '#testing/contract-endpoints.ts'
import type { App } from '#app.ts'
import { openApiDocument } from '#openapi.ts'
import { buildDetachedApp } from '#detached-app.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')

interface ApiDocument {
  openapi: string
  paths: Record<string, Record<string, { summary?: string; responses: Record<string, { description: string }> }>>
  components: { schemas: Record<string, unknown> }
}

let text = ''
let document: ApiDocument
let app: App
beforeAll(async () => {
  text = await openApiDocument()
  document = JSON.parse(text) as ApiDocument
  app = await buildDetachedApp()
  await app.ready()
})
afterAll(() => app.close())

test('the committed API document matches the mounted calls (update it with npm run openapi)', () => {
  expect(readFileSync(path.join(ROOT, 'docs/openapi.json'), 'utf8')).toBe(text)
})

test('the API document is OpenAPI 3.1 and lists every endpoint of the contract with its response and errors', async () => {
  expect(document.openapi).toBe('3.1.0')
  const endpoints = await readContractEndpoints()
  expect(endpoints.size).toBeGreaterThan(100)
  for (const api of endpoints.values()) {
    const listed = document.paths[api.path.replaceAll(/:(\w+)/g, '{$1}')]?.[api.method.toLowerCase()]
    expect(listed, `${api.method} ${api.path}`).toMatchObject({ summary: api.summary })
    expect(Object.keys(listed?.responses ?? {})).toContain('200')
    for (const code of errorsOf(api)) {
      expect(listed?.responses[ERRORS[code][0]]?.description.split(', '), `${api.path}: ${code}`).toContain(code)
    }
  }
})

test('the API document lists API calls only: no page, no health check, no catch-all', () => {
  expect(
    Object.keys(document.paths).filter((address) => !address.startsWith('/api/') || address.includes('*')),
  ).toEqual([])
})

test('the API document can be read in a browser, with our own script and nothing from elsewhere', async () => {
  expect((await app.inject('/api/docs')).headers.location).toBe('/api/docs/')
  const page = await app.inject('/api/docs/')
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-type']).toMatch(/^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/https?:/)

  const sources = [...page.payload.matchAll(/<script[^>]*\ssrc="([^"]+)"/g)].map(([, source = '']) => source)
  expect(sources).toHaveLength(1)
  const script = await app.inject(new URL(sources[0] ?? '', 'http://store/api/docs/').pathname)
  expect(script.statusCode).toBe(200)
  expect(script.headers['content-type']).toMatch(/javascript/)

  const json = await app.inject('/api/docs/openapi.json')
  expect(json.statusCode).toBe(200)
  expect(json.json()).toEqual(document)
})

test('the content security policy of the API document’s page does not apply to other responses', async () => {
  const { headers } = await app.inject('/api/nothing')
  expect(headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('a price in the API document is a number of dollars', () => {
  expect(document.components.schemas.ModCard).toMatchObject({
    properties: { price: { type: 'number', minimum: 0, description: 'US dollars' } },
  })
})

test('the API document describes each named schema of the contract once, and no unused ones', () => {
  const { schemas } = document.components
  const content = (name: string) => ({
    content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
  })
  expect(document.paths['/api/mods']?.get?.responses).toMatchObject({
    200: content('ModPage'),
    500: content('ErrorBody'),
  })
  expect(schemas.ModPage).toMatchObject({ properties: { items: { items: { $ref: '#/components/schemas/ModCard' } } } })
  expect(text.match(/"code",\s+"message",\s+"requestId"/g), 'bodies of errors').toHaveLength(1)
  const referenced = [...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name)
  expect(Object.keys(schemas).sort()).toEqual([...new Set(referenced)].sort())
})

test('a store that hides its API document answers 404 in its place', async () => {
  const quiet = await buildDetachedApp({ hasApiDocs: false })
  for (const url of [
    '/api/docs',
    '/api/docs/',
    '/api/docs/openapi.json',
    '/api/docs/openapi.yaml',
    '/api/docs/js/scalar.js',
  ]) {
    expect((await quiet.inject(url)).statusCode, url).toBe(404)
  }
  await quiet.close()
})
