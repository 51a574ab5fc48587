import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupList } from '@slipstream/contract/backups'
import type { OperationView } from '@slipstream/contract/operations'
import type { supervise } from '../storm/supervise.ts'
import type { Call } from './fill-store.ts'

const POLL_MS = 100
const PROVING = 'Restoring it into a scratch database'

interface Kill {
  phase: 'dump' | 'prove'
  /** Bytes of that phase when the worker was killed. */
  done: number
}

/** Both kills come in the middle of their phase, which takes longer the more orders there are. */
const KILLS: { phase: Kill['phase']; hasBegun: (operation: OperationView) => boolean }[] = [
  { phase: 'dump', hasBegun: ({ state, message }) => state === 'running' && message !== PROVING },
  { phase: 'prove', hasBegun: ({ message }) => message === PROVING },
]

/** Starts a backup as the page does, kills the worker once per phase, and waits until the backup is proven. */
export const backUp = async (call: Call, worker: ReturnType<typeof supervise>, killAfterMs: number) => {
  const began = performance.now()
  const { id } = await call<OperationView>('POST', '/api/admin/backups')
  let mostMegabytes = 0
  const read = async () => {
    mostMegabytes = Math.max(mostMegabytes, residentMegabytes(worker.pid()))
    const { operations } = await call<{ operations: OperationView[] }>('GET', '/api/admin/operations')
    const own = operations.find((operation) => operation.id === id)
    if (!own) throw new Error('the list of operations lacks the backup')
    return own
  }
  const until = async (isReached: (operation: OperationView) => boolean) => {
    for (;;) {
      const operation = await read()
      if (isReached(operation)) return operation
      if (operation.finishedAt) throw new Error(`the backup is ${operation.state}: ${operation.error ?? ''}`)
      await sleep(POLL_MS)
    }
  }

  const kills: Kill[] = []
  for (const { phase, hasBegun } of KILLS) {
    await until(hasBegun)
    await sleep(killAfterMs)
    await worker.ready()
    worker.kill()
    const killed = await read()
    if (!hasBegun(killed)) throw new Error(`the phase "${phase}" was over before the worker was killed`)
    kills.push({ phase, done: killed.done })
  }
  const finished = await until(({ state }) => state === 'done')
  const { backups } = await call<BackupList>('GET', '/api/admin/backups')
  const [backup] = backups
  if (!backup?.provenAt || backups.length !== 1) throw new Error('the finished backup is not proven')
  return { backup, kills, mostMegabytes, message: finished.message, seconds: (performance.now() - began) / 1_000 }
}

const residentMegabytes = (pid: number) => {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
  } catch {
    return 0
  }
}
