import * as z from 'zod'
import type { Db } from '@slipstream/db/client'
import type { Storage } from '#gateways/storage.ts'
import { bySeries, highest, type Places, readPlaces } from './number-series.ts'

const Place = z.object({ year: z.number().int(), place: z.number().int() })
const Mark = z.object({
  notedAt: z.iso.datetime(),
  places: z.object(bySeries(() => Place)).partial(),
})

/** Outside the database, because a restored backup would issue the later numbers a second time. */
const KEY = 'numbers/high-water.json'

/** Empty if none was ever noted. */
export const readMark = async (storage: Pick<Storage, 'sizeOfPrivate' | 'readPrivate'>): Promise<Partial<Places>> => {
  const size = await storage.sizeOfPrivate(KEY)
  if (size === null) return {}
  const { places } = Mark.parse(JSON.parse((await storage.readPrivate(KEY, 0, size)).toString()))
  return Object.fromEntries(Object.entries(places).filter(([, place]) => place !== undefined))
}

/** Notes how far each series has come. The mark only rises, also if two workers write it at once or an old copy runs. */
export const noteNumbers = async (db: Db, storage: Pick<Storage, 'sizeOfPrivate' | 'readPrivate' | 'putPrivate'>) => {
  const noted = await readMark(storage)
  const places = highest([noted, await readPlaces(db)])
  if (JSON.stringify(highest([noted])) === JSON.stringify(places)) return
  const mark = { notedAt: new Date().toISOString(), places } satisfies z.output<typeof Mark>
  await storage.putPrivate(KEY, Buffer.from(JSON.stringify(mark)), 'application/json')
}
