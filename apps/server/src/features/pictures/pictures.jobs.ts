import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { scalePicture } from './pictures.service.ts'
import { drawShareImage, queueAllShareImages } from './share-image.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'mods.scale_picture': { hash: string }
    'mods.draw_share': { modId: number }
  }
}

type PictureJob = 'mods.scale_picture' | 'mods.draw_share'

/** One picture at a time per worker, to leave processor time for the servers next to it. */
export const pictureJobs = ({ db, storage }: { db: Db; storage: Storage }): JobHandlers<PictureJob> => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (signal: AbortSignal, work: () => Promise<void>) => {
    const start = () => {
      signal.throwIfAborted()
      return work()
    }
    const next = last.then(start, start)
    last = next
    return next
  }
  return {
    'mods.scale_picture': ({ hash }, { signal }) => inTurn(signal, () => scalePicture(db, storage, hash, signal)),
    'mods.draw_share': ({ modId }, { signal }) => inTurn(signal, () => drawShareImage(db, storage, modId)),
  }
}
