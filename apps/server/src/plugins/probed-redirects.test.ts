import { expect, test } from 'vitest'
import { buildDetachedApp } from '#detached-app.ts'

test('[DEV-09] a probe gets the status of a redirect without its address, and no cache keeps that answer', async () => {
  const app = await buildDetachedApp()
  app.get('/old', (_, reply) => reply.header('cache-control', 'public, max-age=60').redirect('/new', 308))
  const ask = async (headers: Record<string, string>) => {
    const { statusCode, headers: sent } = await app.inject({ url: '/old', headers })
    return [statusCode, sent.location, sent['cache-control']]
  }
  expect(await ask({})).toEqual([308, '/new', 'public, max-age=60'])
  expect(await ask({ 'x-slipstream-probe': '1' })).toEqual([308, undefined, 'private, no-store'])
  await app.close()
})
