import type { PictureWork } from './picture-work.ts'

export interface PictureQuestion {
  name: keyof PictureWork
  given: readonly unknown[]
}

/** What was made, why the picture is unusable, or a bug. */
export type PictureAnswer = { made: unknown } | { unusable: string } | { failed: string }
