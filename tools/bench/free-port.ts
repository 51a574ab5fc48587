import { isPortFree } from '../services/port-is-free.ts'

// Below the range the kernel uses for outgoing connections. A load test opens many of them.
const LOWEST = 20_000
const HIGHEST = 31_999

/** Distinct free ports of 127.0.0.1. */
export const freePorts = async (count: number): Promise<number[]> => {
  const found = new Set<number>()
  for (let tries = 0; found.size < count; tries++) {
    if (tries > 100) throw new Error(`no free ports between ${LOWEST} and ${HIGHEST}`)
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if (await isPortFree(port)) found.add(port)
  }
  return [...found]
}
