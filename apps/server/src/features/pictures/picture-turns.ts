import { createTurns } from '#lib/turns.ts'
import { MOST_PIXELS } from '#gateways/picture-cost.ts'
import { askPictureProcess } from './ask-picture-process.ts'
import type { PictureWork } from './picture-work.ts'

/** A message takes five files. */
const MOST_EACH = 6
const MOST_WAITING = 100
/** A picture of 8 million pixels goes after everything that arrives in the next four seconds and is small. */
const LATER_MS_PER_MILLION = 500

const inTurn = createTurns({ atOnce: 1, mostWaiting: MOST_WAITING, mostEach: MOST_EACH })

interface PictureTurn {
  /** The account that asked; null for work of the store itself. */
  account: number | null
  /** How many pixels the picture promises, if that is known before it is read. */
  pixels?: number
}

/** The work that the picture process does, for use within a turn. */
type Pictures = {
  [Name in keyof PictureWork]: (...given: Parameters<PictureWork[Name]>) => ReturnType<PictureWork[Name]>
}

const pictures = new Proxy({} as Pictures, {
  get:
    (_, name: keyof PictureWork) =>
    (...given: unknown[]) =>
      askPictureProcess({ name, given }),
})

/**
 * The only way to the picture process: one picture at a time in each server and worker, whatever it is for. Read the file
 * within the turn, so that only one is in memory. Small pictures go first, but a large one does not wait forever, and one
 * account cannot fill the queue.
 */
export const inPictureTurn = <Result>(
  { account, pixels = MOST_PIXELS }: PictureTurn,
  work: (pictures: Pictures) => Promise<Result>,
): Promise<Result> =>
  inTurn(() => work(pictures), {
    ...(account !== null && { of: account }),
    laterMs: (pixels / 1_000_000) * LATER_MS_PER_MILLION,
  })
