import { createHash } from 'node:crypto'

/** A number in [0, 1) that depends only on the seed and the label, so that concurrency does not change a run. */
export const seededRandom = (seed: number, label: string) =>
  createHash('sha256').update(`${seed} ${label}`).digest().readUInt32BE() / 2 ** 32
