import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { DEMO_MODS } from '@slipstream/demo/catalogue/demo-mods'
import { type StoredPicture, storePicture } from '#features/pictures/pictures.service.ts'
import { loadSharp } from '#gateways/images.ts'
import type { Storage } from '#gateways/storage.ts'
import { demoArchive, type Views } from './demo-archive.ts'
import { DEMO_LOG } from './demo-tickets.ts'

const PICTURES = new URL('pictures/', import.meta.resolve('@slipstream/demo/seed-demo'))
const VIEW = { width: 320, height: 200 }
const PUT_WITHIN_SECONDS = 300

interface StoredArchive {
  objectKey: string
  sizeBytes: number
  sha256: string
}

/** The log that a customer attached to a ticket. */
export interface StoredLog {
  objectKey: string
  sizeBytes: number
}

export interface DemoFiles {
  /** By file name. */
  pictures: Map<string, StoredPicture>
  /** By slug and version. */
  archives: Map<string, StoredArchive>
  log: StoredLog
}

/** Stores every picture and archive of the demo, reusing those of an earlier demo. */
export const storeDemoFiles = async (storage: Storage): Promise<DemoFiles> => {
  const files = await readdir(PICTURES)
  const picture = async (file: string) =>
    [file, await storePicture(storage, await readFile(new URL(file, PICTURES)))] as const
  const pictures = await Promise.all(files.map(picture))
  const archives = await Promise.all(
    (await demoArchives()).map(async ([name, bytes]) => [name, await put(storage, bytes)] as const),
  )
  return { pictures: new Map(pictures), archives: new Map(archives), log: await putLog(storage) }
}

const putLog = async (storage: Storage): Promise<StoredLog> => {
  const bytes = Buffer.from(DEMO_LOG)
  const objectKey = 'tickets/demo.txt'
  await storage.putPrivate(objectKey, bytes, 'text/plain; charset=utf-8')
  return { objectKey, sizeBytes: bytes.length }
}

/** The bytes of each release, by slug and version. */
export const demoArchives = async () => {
  const made = DEMO_MODS.map(async (mod) => {
    const views = await viewsOf(Object.keys(mod.pictures).map((view) => `${mod.slug}-${view}.webp`))
    return Promise.all(
      mod.releases.map(
        async (release) => [`${mod.slug} ${release.version}`, await demoArchive(mod, release, views)] as const,
      ),
    )
  })
  return (await Promise.all(made)).flat()
}

const viewsOf = async (files: readonly string[]): Promise<Views> => {
  const sharp = await loadSharp()
  const [first, ...rest] = await Promise.all(
    files.map(async (file) =>
      sharp(await readFile(new URL(file, PICTURES)))
        .resize(VIEW)
        .jpeg({ quality: 72 })
        .toBuffer(),
    ),
  )
  if (!first) throw new Error('a mod of the demo has no picture')
  return [first, ...rest]
}

/**
 * The key is the hash of the content. The file goes into the folder of all archives, where the sweep keeps every file
 * that a release refers to.
 */
const put = async (storage: Storage, bytes: Buffer): Promise<StoredArchive> => {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const objectKey = `uploads/${sha256}.zip`
  const contentType = 'application/zip'
  const url = await storage.presignUpload(objectKey, { contentType, expiresInSeconds: PUT_WITHIN_SECONDS })
  const { ok, status } = await fetch(url, {
    method: 'PUT',
    headers: { 'content-type': contentType },
    body: new Uint8Array(bytes),
  })
  if (!ok) throw new Error(`the storage answered ${status} to ${objectKey}`)
  return { objectKey, sizeBytes: bytes.length, sha256 }
}
