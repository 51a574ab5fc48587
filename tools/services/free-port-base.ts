import { isPortFree } from './port-is-free.ts'

// Below 32768, where the kernel begins to take ports for outgoing connections.
const LOWEST = 20_000
const HIGHEST = 32_000
// The services take thirty-five, from forty on the two stores of the journeys thirty each.
const BLOCK = 100

const isBlockFree = async (base: number) =>
  (await Promise.all(Array.from({ length: BLOCK }, (_, offset) => isPortFree(base + offset)))).every(Boolean)

/** The base of a block of ports that nobody listens on, for a run that must not meet another one's services. */
export const freePortBase = async () => {
  const blocks = Math.floor((HIGHEST - LOWEST) / BLOCK)
  for (;;) {
    const base = LOWEST + BLOCK * Math.floor(Math.random() * blocks)
    if (await isBlockFree(base)) return base
  }
}
