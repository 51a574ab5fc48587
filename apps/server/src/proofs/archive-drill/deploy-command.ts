import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DEPLOY_BACKUP } from '#testing/own-repository.ts'

type Say = (line: string) => void

/** Runs backup, restore or drill of deploy/backup as an operator does, and returns what it said. */
export const deployCommand =
  (environment: Record<string, string>, say: Say) =>
  async (name: 'backup' | 'restore' | 'drill', ...args: string[]) => {
    const child = spawn(path.join(DEPLOY_BACKUP, name), args, {
      env: { PATH: process.env.PATH ?? '', LANG: 'C.UTF-8', ...environment },
      // A started PostgreSQL keeps the output open, so wait for the exit of the command instead of the end of its
      // output.
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    const listen = (chunk: string) => {
      said += chunk
      for (const line of chunk.trimEnd().split('\n')) say(`  ${line}`)
    }
    child.stdout.setEncoding('utf8').on('data', listen)
    child.stderr.setEncoding('utf8').on('data', listen)
    const [code] = (await once(child, 'exit')) as [number | null]
    child.stdout.destroy()
    child.stderr.destroy()
    if (code !== 0) throw new Error(`${name} ended with ${code}`)
    return said
  }
export type DeployCommand = ReturnType<typeof deployCommand>
