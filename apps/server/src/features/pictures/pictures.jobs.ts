import { type Db, inTransaction } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import type { JobHandlers, JobSchedule } from '#lib/jobs/jobs.ts'
import { scalePicture } from './pictures.service.ts'
import { drawShareImage, queueAllShareImages } from './share-image.service.ts'

declare module '#lib/jobs/jobs.ts' {
  interface Jobs {
    'mods.scale_picture': { hash: string }
    'mods.draw_share': { modId: number }
    'mods.redraw_shares': Record<string, never>
  }
}

type PictureJob = 'mods.scale_picture' | 'mods.draw_share' | 'mods.redraw_shares'

export const pictureJobs = ({ db, storage }: { db: Db; storage: Storage }): JobHandlers<PictureJob> => ({
  'mods.scale_picture': ({ hash }, { signal }) => scalePicture(db, storage, hash, signal),
  'mods.draw_share': ({ modId }) => drawShareImage(db, storage, modId),
  'mods.redraw_shares': () => inTransaction(db, queueAllShareImages),
})

export const PICTURE_SCHEDULE: JobSchedule<PictureJob> = {
  'mods.scale_picture': { lane: 'long' },
  'mods.draw_share': { lane: 'long' },
}
