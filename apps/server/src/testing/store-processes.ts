import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import type { WritableDb } from '@slipstream/db/client'
import { releaseSilentWorkers } from '#lib/jobs/worker-heartbeat.ts'
import { freePort } from './free-port.ts'

const SOURCES = path.resolve(import.meta.dirname, '..')
const START_TIMEOUT_MS = 60_000

const running = new Set<ChildProcess>()

const startProcess = (script: string, env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, [path.join(SOURCES, script)], { env, stdio: 'ignore' })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, kill: () => killed(child) }
}

/** Processes left behind by a failed test. */
export const killLeftOvers = () => Promise.all([...running].map(killed))

/** SIGKILL: nothing is finished or logged. */
const killed = async (child: ChildProcess) => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

/** A server of the store that answers calls of this person. */
export const startServer = async (environment: NodeJS.ProcessEnv, token: string) => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { child, kill } = startProcess('testing/serve-api.ts', { ...environment, PORT: String(port) })
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error('the server ended while starting')
      await fetch(`${url}/healthz`)
    },
    { timeout: START_TIMEOUT_MS, interval: 50 },
  )
  const call = async (method: 'GET' | 'POST' | 'DELETE', address: string, body?: unknown) => {
    const answer = await fetch(url + address, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { statusCode: answer.status, body: text, json: <T>() => JSON.parse(text) as T }
  }
  return { call, kill }
}

/** Releases jobs of killed workers at once instead of after some seconds. */
export const freeJobs = async (db: WritableDb) => {
  await db.execute(sql`update worker_heartbeats set seen_at = now() - interval '1 minute'`)
  await db.execute(sql`
    update graphile_worker._private_jobs set locked_at = now() - interval '1 minute' where locked_at is not null`)
  await releaseSilentWorkers(db)
}

export const startWorker = (environment: NodeJS.ProcessEnv) => startProcess('bin/worker.ts', environment)
