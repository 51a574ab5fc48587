import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const WITH_ENV = join(import.meta.dirname, 'with-env.ts')

const runWith = async (databaseUrl: string) => {
  const child = spawn(process.execPath, [WITH_ENV, '--eval', 'console.log(process.env.DATABASE_URL)'], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code, stdout, stderr }
}

test('a command that needs the services says in one sentence that they are not running, and how to start them', async () => {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `postgres://somebody@127.0.0.1:${port}/slipstream`

  expect(await runWith(url)).toEqual({ code: 0, stdout: `${url}\n`, stderr: '' })

  server.close()
  await once(server, 'close')
  expect(await runWith(url)).toEqual({
    code: 1,
    stdout: '',
    stderr: `PostgreSQL does not answer at 127.0.0.1:${port}. Start the services: npm run services -- up\n`,
  })
})
