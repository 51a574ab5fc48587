import { isPortFree } from './port-is-free.ts'

// Below 32768, where the range for outgoing connections begins.
const LOWEST = 20_000
const HIGHEST = 32_000
// The services use thirty-five ports. From the fortieth on, each of up to three stores of the journeys has thirty.
const BLOCK = 130

const isBlockFree = async (base: number) =>
  (await Promise.all(Array.from({ length: BLOCK }, (_, offset) => isPortFree(base + offset)))).every(Boolean)

/** The base of a free block of ports, for a run that must not share services with another. */
export const freePortBase = async () => {
  const blocks = Math.floor((HIGHEST - LOWEST) / BLOCK)
  for (;;) {
    const base = LOWEST + BLOCK * Math.floor(Math.random() * blocks)
    if (await isBlockFree(base)) return base
  }
}
