import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Lets one process at a time work on a services folder. The lock is an abstract socket, which the kernel releases when
 * its owner dies, so it can never be stale.
 */
export const withLock = async <T>(folder: string, work: () => Promise<T>): Promise<T> => {
  const name = `\0slipstream-services-${createHash('sha256').update(folder).digest('hex')}`
  let lock = await claim(name)
  for (; lock === undefined; lock = await claim(name)) await sleep(100)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

const claim = (path: string) =>
  new Promise<Server | undefined>((resolve, reject) => {
    const lock = createServer()
    lock.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined)
      else reject(error)
    })
    lock.listen({ path }, () => resolve(lock))
  })
