import { createServer } from 'node:net'

const FIRST = 20_000
const LANES = 4
const LANE = 3_000

/**
 * Each test worker has its own ports and hands out each of them once: a random port could be taken by another worker
 * between the check and its use.
 */
const lane = FIRST + (Number(process.env.VITEST_POOL_ID ?? 0) % LANES) * LANE
let next = Math.floor(Math.random() * LANE)

/** An unused port below the ephemeral range. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = lane + next
    next = (next + 1) % LANE
    if (await isFree(port)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
