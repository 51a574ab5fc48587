import { randomUUID } from 'node:crypto'
import { TAIL_VERSION } from '@slipstream/mod-archive/marking/tail'

/** The folders of the private bucket that the sweep knows. */
export const bodyKeyOf = (planId: string) => `splits/${planId}/body`
export const planKeyOf = (planId: string) => `splits/${planId}/plan`

/**
 * A name is never used again, so that removing an old copy cannot hit a new one. It contains the version of the tail, so that
 * a resumed download never mixes two.
 */
export const newCopyObject = () => ({
  tailVersion: TAIL_VERSION,
  objectKey: `copies/${randomUUID()}-${TAIL_VERSION}.zip`,
})
