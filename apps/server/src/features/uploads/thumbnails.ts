import { PICTURE_WIDTHS } from '@slipstream/contract/picture'
import type { Finding, UploadReport } from '@slipstream/contract/uploads'
import { readEntry } from '@slipstream/mod-archive/content'
import { EntryError } from '@slipstream/mod-archive/findings'
import type { ArchiveEntry, Listing } from '@slipstream/mod-archive/listing'
import type { ModReport } from '@slipstream/mod-archive/report'
import type { RangeSource } from '@slipstream/mod-archive/source'
import { inPictureTurn } from '#features/pictures/picture-turns.ts'
import { keepPicture, type StoredPicture } from '#features/pictures/pictures.service.ts'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import type { Storage } from '#gateways/storage.ts'

/** Enough to choose from; the pictures beyond this number stay in the archive. */
const MOST = 60
const MOST_BYTES = 16 * 2 ** 20
const WIDEST = Math.max(...PICTURE_WIDTHS)

interface Progress {
  signal: AbortSignal
  onProgress: (doneBytes: number, ofBytes: number) => void
}
type Picture = UploadReport['pictures'][number]

/** Stores an archive's pictures, always re-encoded. Duplicates are stored once; an unreadable one becomes a warning. */
export const storeThumbnails = async (
  storage: Storage,
  source: RangeSource,
  { entries }: Listing,
  report: ModReport,
  { signal, onProgress }: Progress,
) => {
  const wanted = picturesOf(report, entries)
  const ofBytes = wanted.reduce((sum, { entry }) => sum + entry.packedSize, 0)
  const found = new Map<string, Picture>()
  const warnings: Finding[] = []
  let doneBytes = 0
  for (const { entry, name } of wanted) {
    signal.throwIfAborted()
    onProgress(doneBytes, ofBytes)
    const stored = await storeThumbnail(storage, source, entry, signal)
    if (typeof stored === 'string') warnings.push(warningOf(entry, stored))
    else if (!found.has(stored.hash)) found.set(stored.hash, pictureOf(stored, name))
    doneBytes += entry.packedSize
  }
  return { pictures: [...found.values()], hashes: [...found.keys()], warnings }
}

const picturesOf = ({ vehicles }: ModReport, entries: readonly ArchiveEntry[]) => {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const named = vehicles.flatMap((vehicle) => [
    { picture: vehicle.picture, name: vehicle.name },
    ...vehicle.configurations.map(({ picture, name }) => ({ picture, name: `${vehicle.name} ${name}` })),
  ])
  const all = named.flatMap(({ picture, name }) => {
    const entry = picture && byName.get(picture)
    return entry ? [{ entry, name }] : []
  })
  return all.slice(0, MOST)
}

/** The stored picture, or why there is none. */
const storeThumbnail = async (storage: Storage, source: RangeSource, entry: ArchiveEntry, signal: AbortSignal) => {
  if (entry.size > MOST_BYTES || entry.packedSize > MOST_BYTES) return 'it is larger than 16 MiB'
  try {
    const made = await inPictureTurn({ account: null }, async (pictures) =>
      pictures.remake(await readEntry(source, entry, { most: MOST_BYTES, signal }), WIDEST),
    )
    return await keepPicture(storage, made)
  } catch (error) {
    if (error instanceof UnusablePicture) return 'it is damaged, or not a PNG, JPEG, WebP or AVIF'
    if (error instanceof EntryError) return 'it is damaged'
    throw error
  }
}

const warningOf = ({ name }: ArchiveEntry, reason: string): Finding => ({
  code: 'unusable-picture',
  severity: 'warning',
  entry: name,
  sentence: `The picture “${name}” cannot be shown: ${reason}.`,
})

/** Named by key; the reader of the report adds the base address. */
const pictureOf = ({ hash, originalKey, width, height, placeholder }: StoredPicture, name: string): Picture => ({
  key: originalKey,
  name,
  picture: { src: originalKey, stem: `pictures/${hash}`, widths: [], width, height, alt: name, label: '', placeholder },
})
