/** npm run test:pooled -- [FILES]: runs the server's tests with every store behind pgbouncer in transaction mode */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPooler } from '#testing/own-pooler.ts'

/** Shared by the tests of all workers; without a pooler each test store would open ten. */
const CONNECTIONS = 8

const pooler = await startPooler(process.env.DATABASE_URL ?? '', { connections: CONNECTIONS })
const { port } = new URL(pooler.through(process.env.DATABASE_URL ?? ''))
const files = process.argv.slice(2)
const tests = spawn('vitest', ['run', '--project', 'server', ...files], {
  stdio: 'inherit',
  env: { ...process.env, TEST_POOLER_PORT: port },
})
// A signal ends the tests and not this process, which then stops the pooler.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => tests.kill(signal))
await once(tests, 'exit')
await pooler.close()
process.exitCode = tests.exitCode ?? 1
