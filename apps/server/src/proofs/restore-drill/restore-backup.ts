import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '#config.ts'
import { supervise } from '../storm/supervise.ts'
import { callAs } from './fill-store.ts'

type Environment = Record<string, string>
type Say = (line: string) => void

const ROOT = path.resolve(import.meta.dirname, '../../../../..')

const npmRun = async (environment: Environment, say: Say, ...args: string[]) => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', ...args], { env: environment, cwd: ROOT })
  for (const line of stdout.trim().split('\n')) say(`  ${line}`)
}

/** As an operator does it, by the documented command. */
export const restore = (environment: Environment, id: string, keyFile: string, say: Say) =>
  npmRun(environment, say, 'restore', '--', id, '--key', keyFile)

interface Opening {
  token: string
  orders: number
  say: Say
  undo: (work: () => Promise<unknown>) => void
}

/** The restored store boots closed; released and opened, it answers with the orders and sessions of the backup. */
export const openRestored = async (environment: Environment, { token, orders, say, undo }: Opening) => {
  const { publicUrl } = readConfig(environment)
  const statusOf = async (address: string) => (await fetch(publicUrl + address)).status
  const expectStatus = async (address: string, wanted: number) => {
    const status = await statusOf(address)
    if (status !== wanted) throw new Error(`${address} answered ${status} instead of ${wanted}`)
  }
  const closed = supervise('server with pages', environment)
  undo(closed.stop)
  await closed.ready()
  await expectStatus('/', 503)
  await closed.stop()

  await npmRun(environment, say, 'restore', '--', 'release')
  await npmRun(environment, say, 'maintenance', '--', 'off')
  const open = supervise('server with pages', environment)
  undo(open.stop)
  await open.ready()
  for (const address of ['/', '/mods', '/api/mods']) await expectStatus(address, 200)
  const number = `SL-2026-${String(Math.ceil(orders / 2)).padStart(6, '0')}`
  const found = await callAs(publicUrl, token)<{ items: { number: string }[] }>('GET', `/api/admin/orders?q=${number}`)
  if (found.items[0]?.number !== number) throw new Error(`the restored store does not find the order ${number}`)
  say(`the restored store boots, and an administrator's session from before the backup finds the order ${number}`)
}
