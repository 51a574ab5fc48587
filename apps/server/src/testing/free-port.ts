import { createServer } from 'node:net'

const FIRST = 20_000
const LANES = 4
const LANE = 3_000

/**
 * Each worker of the tests has ports of its own and gives every one once: a random port could be taken by another worker
 * between the look and its use.
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
