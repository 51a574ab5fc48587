import { randomUUID } from 'node:crypto'
import { TAIL_VERSION } from '@slipstream/mod-archive/marking/tail'

/** The sweep of the private bucket relies on these folders. */
export const bodyKeyOf = (planId: string) => `splits/${planId}/body`
export const planKeyOf = (planId: string) => `splits/${planId}/plan`

/**
 * A name is never reused, so that removing an old copy cannot hit a new one. It contains the version of the tail, so
 * that a resumed download never mixes two versions.
 */
export const newCopyObject = () => ({
  tailVersion: TAIL_VERSION,
  objectKey: `copies/${randomUUID()}-${TAIL_VERSION}.zip`,
})
