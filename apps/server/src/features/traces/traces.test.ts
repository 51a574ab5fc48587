import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TraceRow, TraceView } from '@slipstream/contract/traces'
import { signIns } from '@slipstream/db/tables/auth'
import { downloads } from '@slipstream/db/tables/locker'
import { operations } from '@slipstream/db/tables/operations'
import { traces } from '@slipstream/db/tables/traces'
import { users } from '@slipstream/db/tables/users'
import { createMod } from '@slipstream/db/testing/catalogue-factories'
import { listArchive } from '@slipstream/mod-archive/listing'
import { readEntry } from '@slipstream/mod-archive/content'
import { bufferSource } from '@slipstream/mod-archive/source'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { lastChanges } from '#testing/audit-log.ts'
import { newPerson, type Person } from '#testing/people.ts'
import { PROCESSES_TIMEOUT_MS, runBin } from '#testing/run-bin.ts'
import { runJobs } from '#testing/run-jobs.ts'
import { sha256Of } from '#testing/sent-archive.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'
import { openTracedMod } from '#testing/traced-mod.ts'
import { readSignals } from './signals.service.ts'
import { traceOperation } from './trace.operation.ts'

vi.setConfig({ testTimeout: PROCESSES_TIMEOUT_MS })

const store = await openEmptiedTestStore()
const { storage } = store.services
let admin: Person
let buyer: Person
let mod: Awaited<ReturnType<typeof createMod>>
let traced: Awaited<ReturnType<typeof openTracedMod>>
let sold: Awaited<ReturnType<typeof traced.sell>>
beforeEach(async () => {
  admin = await newPerson(store, { isAdmin: true })
  buyer = await newPerson(store)
  mod = await createMod(store.db)
  traced = await openTracedMod(store, mod)
  sold = await traced.sell(buyer.row.id)
  for (let other = 0; other < 5; other++) await traced.sell((await newPerson(store)).row.id)
})
afterEach(() => traced.remove())

const send = async (leak: Buffer) => {
  const offered = await admin.call('POST', '/api/admin/traces/file', { sizeBytes: leak.length })
  expect(offered.statusCode, offered.body).toBe(200)
  const { key, url } = offered.json<{ key: string; url: string }>()
  const headers = { 'content-type': 'application/octet-stream' }
  expect((await fetch(url, { method: 'PUT', body: new Uint8Array(leak), headers })).status).toBe(200)
  return key
}
const start = async (leak: Buffer, more: object = {}) =>
  admin.call('POST', '/api/admin/traces', { key: await send(leak), fileName: 'free senko.zip', ...more })
const read = async (id: number) => (await admin.call('GET', `/api/admin/traces/${id}`)).json<TraceView>()
const trace = async (leak: Buffer, more: object = {}) => {
  const started = await start(leak, more)
  expect(started.statusCode, started.body).toBe(200)
  await runJobs(store)
  return read(started.json<{ id: number }>().id)
}
/** All .jbeam files of a copy, packed again under other names. */
const repacked = async (copy: Buffer) => {
  const source = bufferSource(copy)
  const { entries } = await listArchive(source)
  const parts = entries.filter(({ name }) => name.endsWith('.jbeam'))
  return zipOf(
    await Promise.all(
      parts.map(async (entry, at) => ({ name: `mods/part ${at}.jbeam`, content: await readEntry(source, entry) })),
    ),
  )
}

describe('tracing a leak', () => {
  test('[CAP-27] [OWN-02] a repacked part of a copy names its own order and nobody else’s', async () => {
    const leak = await repacked(await traced.copyFor(sold.mark))
    const view = await trace(leak)
    expect(view).toMatchObject({
      fileName: 'free senko.zip',
      sizeBytes: leak.length,
      sha256: sha256Of(leak),
      failure: null,
      findings: { verdict: 'match', scored: 6 },
      startedBy: admin.row.username,
    })
    expect(view.purchases).toMatchObject([
      {
        title: mod.title,
        version: '2.2.1',
        source: 'purchase',
        orderNumber: sold.order.number,
        paidCents: 0,
        user: { id: buyer.row.id, username: buyer.row.username },
        hasToken: false,
      },
    ])
    expect(view.purchases[0]?.chancePower).toBeLessThan(-6)
  })

  test('a copy that is shared unchanged also contains its token', async () => {
    const view = await trace(await traced.copyFor(sold.mark))
    expect(view.purchases).toMatchObject([{ orderNumber: sold.order.number, hasToken: true }])
  })

  test('[OWN-03] a leak with a few marks scores its buyer below the threshold and names nobody, not even in the database', async () => {
    const source = bufferSource(await traced.copyFor(sold.mark))
    const part = (await listArchive(source)).entries.find(({ name }) => name.endsWith('.jbeam'))
    if (!part) throw new Error('the mod has no physics')
    const nodes = (await readEntry(source, part)).toString().match(/\["\w+",(\s*-?[\d.]+,?){3}[^\]]*\]/g) ?? []
    const few = `{"hull":{"nodes":[["id","posX","posY","posZ"],${nodes.slice(0, 10).join(',')}]}}`
    const view = await trace(await zipOf([{ name: 'a.jbeam', content: few }]))
    expect(view).toMatchObject({ findings: { verdict: 'too-little', scored: 6 }, purchases: [] })
    expect(view.findings?.nextBest).toBeGreaterThan(0)
    const [row] = await store.db.select().from(traces)
    expect(row?.findings?.named).toEqual([])
    expect(JSON.stringify(row)).not.toContain(sold.mark.code)
  })

  test('a mod from elsewhere has no mark, and a file that is not a mod is too little to read', async () => {
    const rows = Array.from({ length: 150 }, (_, at) => `["n${at}", ${at}.123, ${at + 7}.456, ${at}.789],`)
    const text = `{"hull":{"nodes":[["id","posX","posY","posZ"],${rows.join('')}]}}`
    const foreign = await trace(await zipOf([{ name: 'vehicles/other/hull.jbeam', content: text }]))
    expect(foreign.findings).toMatchObject({ verdict: 'none' })
    expect(foreign.purchases).toEqual([])
    expect(await trace(Buffer.from('not a mod'))).toMatchObject({ findings: { verdict: 'too-little' }, purchases: [] })
  })

  test('a trace can be limited to one mod', async () => {
    const copy = await traced.copyFor(sold.mark)
    const other = await createMod(store.db, { categoryId: mod.categoryId })
    expect(await trace(copy, { modId: other.id })).toMatchObject({ findings: { scored: 0 }, purchases: [] })
    expect(await trace(copy, { modId: mod.id })).toMatchObject({ findings: { verdict: 'match' } })
    expect((await start(copy, { modId: 2_000_000_000 })).json()).toMatchObject({ code: 'mod.not_found' })
  })

  test('a trace shows the order of an erased buyer without a name', async () => {
    const copy = await traced.copyFor(sold.mark)
    await store.db.update(users).set({ erasedAt: new Date() }).where(eq(users.id, buyer.row.id))
    expect(await trace(copy)).toMatchObject({
      purchases: [{ orderNumber: sold.order.number, user: null, signals: [] }],
    })
  })
})

describe('the file of a trace', () => {
  const files = async () => {
    const keys: string[] = []
    for await (const page of storage.list('private', 'incoming/traces/')) keys.push(...page.map(({ key }) => key))
    return keys
  }

  test('a traced file is deleted after reading, and start and result are audited', async () => {
    const view = await trace(await traced.copyFor(sold.mark))
    const [row] = await store.db.select().from(traces)
    expect(row).toMatchObject({ objectKey: null, startedBy: admin.row.id })
    expect(row?.finishedAt).not.toBeNull()
    const changes = await lastChanges(store.db)
    expect(changes.filter(({ subject }) => subject === 'trace')).toMatchObject([
      { action: 'trace', subjectId: String(view.id), after: { verdict: 'match', named: 1 }, actorId: admin.row.id },
      { action: 'start', subjectName: 'free senko.zip' },
    ])
  })

  test('a traced file is deleted after a cancellation and after a failure too', async () => {
    const key = await send(await traced.copyFor(sold.mark))
    const begun = (await admin.call('POST', '/api/admin/traces', { key, fileName: 'a.zip' })).json<{ id: number }>()
    const operation = traceOperation({ ...store.services, db: store.db, markKeys: store.config.markKeys })
    await operation.abandon?.({ traceId: begun.id, phase: 'read' })
    await store.db.update(operations).set({ state: 'canceled', finishedAt: new Date() })
    const [canceled] = await store.db.select().from(traces)
    expect(canceled).toMatchObject({ objectKey: null, failure: 'Canceled.', findings: null })
    expect(await files()).not.toContain(key)

    await traced.remove()
    const broken = await send(await traced.copyFor(sold.mark))
    const { id } = (await admin.call('POST', '/api/admin/traces', { key: broken, fileName: 'a.zip' })).json<{
      id: number
    }>()
    await store.db.update(operations).set({ failures: 2 }).where(eq(operations.state, 'queued'))
    await runJobs(store)
    expect(await read(id)).toMatchObject({ failure: 'The file could not be read. Try it again.', findings: null })
    expect(await files()).not.toContain(broken)
  })

  test('a trace that is repeated after a kill writes no second result', async () => {
    const { id } = (await start(await traced.copyFor(sold.mark))).json<{ id: number }>()
    await runJobs(store)
    const before = await read(id)
    await store.db.execute(sql`update operations set finished_at = null, state = 'running', runner = null`)
    await store.db.execute(
      sql`select graphile_worker.add_job('operations.run', json_build_object('id', id)) from operations`,
    )
    await runJobs(store)
    expect(await read(id)).toEqual(before)
    const results = (await lastChanges(store.db)).filter(({ action }) => action === 'trace')
    expect(results).toHaveLength(1)
  })

  test('only a file that was uploaded for a trace is read, and one trace runs at a time', async () => {
    const foreign = { key: 'backups/x', fileName: 'a.zip' }
    expect((await admin.call('POST', '/api/admin/traces', foreign)).json()).toMatchObject({ code: 'traces.no_file' })
    const missing = { key: 'incoming/traces/nothing', fileName: 'a.zip' }
    expect((await admin.call('POST', '/api/admin/traces', missing)).json()).toMatchObject({ code: 'traces.no_file' })
    const copy = await traced.copyFor(sold.mark)
    await start(copy)
    expect((await start(copy)).json()).toMatchObject({ code: 'operation.running' })
  })
})

describe('access to traces', () => {
  test('starting and reading a trace need a recent reauthentication, and the list names nobody', async () => {
    const { id } = await trace(await traced.copyFor(sold.mark))
    await store.db.execute(sql`update sessions set proven_at = now() - interval '11 minutes'`)
    store.app.gate.forget(admin.row.id)
    const calls = [
      await admin.call('GET', `/api/admin/traces/${id}`),
      await admin.call('POST', '/api/admin/traces/file', { sizeBytes: 5 }),
      await admin.call('POST', '/api/admin/traces', { key: 'incoming/traces/x', fileName: 'x' }),
    ]
    for (const call of calls) expect([call.statusCode, call.json().code]).toEqual([403, 'auth.proof_required'])
    const list = await admin.call('GET', '/api/admin/traces')
    expect(list.json<{ items: TraceRow[] }>().items).toMatchObject([{ id, verdict: 'match' }])
    expect(list.body).not.toContain(buyer.row.username)
    expect(list.body).not.toContain(sold.order.number)
  })

  test('a trace that does not exist answers 404', async () => {
    expect((await admin.call('GET', '/api/admin/traces/2000000000')).statusCode).toBe(404)
  })
})

describe('signals of the account', () => {
  const at = (days: number) => new Date(Date.now() - days * 86_400_000)
  const signIn = (ip: string, days: number, more: object = {}) =>
    store.db.insert(signIns).values({
      userId: buyer.row.id,
      method: 'password',
      result: 'ok',
      ip,
      userAgent: 'a browser',
      at: at(days),
      ...more,
    })
  const download = (ip: string, days: number) =>
    store.db.insert(downloads).values({
      ...{ userId: buyer.row.id, modId: mod.id, releaseId: traced.release.id, version: '2.2.1' },
      ...{ entitlementId: sold.entitlement.id, ip, at: at(days) },
    })
  const kinds = async () => (await readSignals(store.db, buyer.row.id, mod.id)).map(({ kind }) => kind)
  beforeEach(() => store.db.delete(signIns))

  test('a download from a known address of the account is no signal', async () => {
    await signIn('192.0.2.1', 9)
    await download('192.0.2.1', 8)
    expect(await kinds()).toEqual(['history'])
  })

  test('a download from elsewhere, failed logins before it and a reset after it are signals of a stolen account', async () => {
    await signIn('192.0.2.1', 30)
    await signIn('198.51.100.7', 9, { result: 'wrong_secret' })
    await download('198.51.100.7', 8)
    await signIn('192.0.2.1', 7, { method: 'reset' })
    expect(await readSignals(store.db, buyer.row.id, mod.id)).toMatchObject([
      { kind: 'other_address', count: 1 },
      { kind: 'failed_sign_ins', count: 1 },
      { kind: 'password_reset' },
      { kind: 'history', orders: 1, refundedOrders: 0, disputedOrders: 0 },
    ])
  })

  test('a download from before the oldest login that is still kept is no signal', async () => {
    await download('198.51.100.7', 200)
    await signIn('192.0.2.1', 30)
    expect(await kinds()).toEqual(['history'])
  })
})

test('npm run trace names the order behind a file on disk and writes an audit entry', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'trace-'))
  const file = path.join(folder, 'leak.zip')
  await writeFile(file, await traced.copyFor(sold.mark))
  const run = (...args: string[]) => runBin('trace.ts', args, { DATABASE_URL: store.config.databaseUrl })
  const found = await run(file)
  expect(found).toMatchObject({ code: 0 })
  expect(found.stdout).toContain('This copy comes from one purchase.')
  expect(found.stdout).toContain(`order ${sold.order.number}, account ${buyer.row.username}`)
  expect((await lastChanges(store.db))[0]).toMatchObject({ action: 'trace', subject: 'trace', actorId: null })
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('usage: trace FILE') as string })
  await rm(folder, { recursive: true })
})
