import { createHash } from 'node:crypto'

/** A number in [0, 1) about something. The same seed means the same luck, whatever happens at the same time. */
export const luckOf = (seed: number, about: string) =>
  createHash('sha256').update(`${seed} ${about}`).digest().readUInt32BE() / 2 ** 32
