import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '#app.ts'
import { buildDetachedApp } from '#detached-app.ts'
import { SECURITY_HEADERS } from './security-headers.ts'
import { loadWebBuild } from './web-build.ts'

const SCRIPT = 'start();'.repeat(100)
const FOREVER = 'public, max-age=31536000, immutable'

let folder: string
let app: App
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'web-build-'))
  const files: [name: string, content: string | Buffer][] = [
    ['client/assets/frame-1a.js', SCRIPT],
    ['client/assets/frame-1a.js.br', brotliCompressSync(SCRIPT)],
    ['client/assets/frame-1a.js.gz', gzipSync(SCRIPT)],
    ['client/assets/tiny-2b.css', 'b{}'],
    ['client/assets/gone-3c.js', SCRIPT],
    ['client/icon.svg', '<svg/>'],
    ['server/index.js', 'export const routes = {}'],
    ['secret.txt', 'not for everybody'],
  ]
  await mkdir(path.join(folder, 'client/assets'), { recursive: true })
  await mkdir(path.join(folder, 'server'))
  for (const [name, content] of files) await writeFile(path.join(folder, name), content)
  app = await buildDetachedApp()
  await loadWebBuild(app, folder)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const ask = (url: string, encoding?: string, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: encoding === undefined ? {} : { 'accept-encoding': encoding } })

test('a build file is read from disk once and then served from memory', async () => {
  expect((await ask('/assets/gone-3c.js')).payload).toBe(SCRIPT)
  await rm(path.join(folder, 'client/assets/gone-3c.js'))
  const again = await ask('/assets/gone-3c.js')
  expect([again.statusCode, again.payload]).toEqual([200, SCRIPT])
})

test('a build file is sent in the smallest encoding the browser accepts', async () => {
  const plain = await ask('/assets/frame-1a.js')
  expect(plain.payload).toBe(SCRIPT)
  expect(plain.headers['content-encoding']).toBeUndefined()

  const brotli = await ask('/assets/frame-1a.js', 'gzip, deflate, br')
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)

  const gzipped = await ask('/assets/frame-1a.js', 'gzip, br;q=0')
  expect(gzipped.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(SCRIPT)
  for (const { headers } of [plain, brotli, gzipped]) expect(headers.vary).toBe('accept-encoding')

  const tiny = await ask('/assets/tiny-2b.css', 'br')
  expect(tiny.payload).toBe('b{}')
  expect(tiny.headers['content-encoding']).toBeUndefined()
})

test('a build file has its content type, the security headers and may be cached forever', async () => {
  const { headers } = await ask('/assets/frame-1a.js', 'br')
  expect(headers).toMatchObject({ ...SECURITY_HEADERS, 'content-type': 'text/javascript; charset=utf-8' })
  expect(headers['cache-control']).toBe(FOREVER)
  expect((await ask('/assets/tiny-2b.css')).headers['content-type']).toBe('text/css; charset=utf-8')
})

test('HEAD of a build file has the headers of GET and no body', async () => {
  const [head, get] = [await ask('/assets/frame-1a.js', 'br', 'HEAD'), await ask('/assets/frame-1a.js', 'br')]
  expect([head.statusCode, head.payload]).toEqual([200, ''])
  expect(head.headers['content-length']).toBe(get.headers['content-length'])
  expect(head.headers['cache-control']).toBe(FOREVER)
})

test('below /assets only build files are served, and no other response may be cached forever', async () => {
  const names = ['frame-0z.js', 'frame-1a.js.br', '..%2F..%2Fsecret.txt', '..%2Ficon.svg', 'constructor', 'a/b.js']
  for (const name of names) {
    const answer = await ask(`/assets/${name}`)
    expect(answer.statusCode, name).toBe(404)
    expect(answer.headers['cache-control'] ?? 'no-store', name).not.toContain('immutable')
  }
})

test('a file without a hash in its name may be cached for an hour', async () => {
  expect((await ask('/icon.svg')).headers['cache-control']).toBe('public, max-age=3600')
})
