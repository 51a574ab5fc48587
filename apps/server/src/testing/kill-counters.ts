import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

const COUNTER = path.resolve(import.meta.dirname, 'count-forever.ts')
const FEWEST = 3

interface Killing {
  databaseUrl: string
  /** How long the next process may count before it is killed. */
  lifeMs: () => number
}

/**
 * Runs one counting process after the other during the work, and kills each in the middle. Returns the number of kills.
 */
export const countUnderKills = async ({ databaseUrl, lifeMs }: Killing, work: Promise<unknown>) => {
  const working = { isOver: false }
  const over = work.finally(() => {
    working.isOver = true
  })
  let kills = 0
  while (!working.isOver || kills < FEWEST) {
    const child = spawn(process.execPath, [COUNTER], {
      env: { ...inject('environment'), DATABASE_URL: databaseUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const gone = once(child, 'exit')
    await once(child.stdout, 'data')
    await sleep(lifeMs())
    child.kill('SIGKILL')
    await gone
    kills += 1
  }
  await over
  return kills
}
