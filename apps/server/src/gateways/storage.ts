import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NotFound,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '#config.ts'
import { type BucketName, openParts, type StorageParts } from './storage-parts.ts'

/** Storing an older public object again renews its date, so that the sweep leaves it alone. */
const YOUNG_MS = 12 * 3_600_000

interface StoredObject {
  key: string
  storedAt: Date
}

export interface Storage extends StorageParts {
  /** Whether other stores share the buckets, so that unknown objects may be theirs. */
  isShared: boolean
  /** A signed address that downloads one private object under this file name. */
  presignDownload: (key: string, options: { fileName: string; expiresInSeconds: number }) => Promise<string>
  /** A signed address to which the browser may upload exactly one private object of this type and, if given, size. */
  presignUpload: (
    key: string,
    options: { contentType: string; sizeBytes?: number; expiresInSeconds: number },
  ) => Promise<string>
  /** The address of a public object: behind the CDN, without a signature. */
  publicUrl: (key: string) => string
  /**
   * Stores a public object unless it was stored recently. Its key must never get other content: caches keep it forever.
   */
  putPublic: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  hasPublic: (key: string) => Promise<boolean>
  getPublic: (key: string) => Promise<Buffer>
  /** Stores a small private object, or replaces it. */
  putPrivate: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  /** Null if the private object does not exist. */
  sizeOfPrivate: (key: string) => Promise<number | null>
  /** The bytes of a private object from `offset` on, or fewer at its end. */
  readPrivate: (key: string, offset: number, length: number, signal?: AbortSignal) => Promise<Buffer>
  /** Removing a missing object is not an error. */
  remove: (bucket: BucketName, key: string) => Promise<void>
  /** All objects below a folder, page by page. */
  list: (bucket: BucketName, folder: string) => AsyncGenerator<StoredObject[]>
  check: (signal: AbortSignal) => Promise<void>
  close: () => void
}

/** Idle timeout; a large object may take longer in total. */
const IDLE_TIMEOUT_MS = 20_000
/** The storage sends nothing while it copies, and a copy may be gigabytes large. */
const COPY_TIMEOUT_MS = 10 * 60_000

export const openStorage = (config: Config['storage'], idleTimeoutMs = IDLE_TIMEOUT_MS): Storage => {
  const options: S3ClientConfig = {
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // The SDK would add a checksum of an empty body to presigned uploads, which no browser could satisfy.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: idleTimeoutMs },
  }
  const client = new S3Client(options)
  const copyClient = new S3Client({
    ...options,
    requestHandler: { connectionTimeout: 5_000, socketTimeout: COPY_TIMEOUT_MS },
  })
  const buckets = { private: config.privateBucket, public: config.publicBucket }
  const Bucket = buckets.private
  const inPublic = (Key: string) => ({ Bucket: buckets.public, Key })

  const head = async (object: { Bucket: string; Key: string }) => {
    try {
      return await client.send(new HeadObjectCommand(object))
    } catch (error) {
      if (error instanceof NotFound) return null
      throw error
    }
  }
  const get = async (object: { Bucket: string; Key: string; Range?: string }, abortSignal?: AbortSignal) => {
    const { Body } = await client.send(new GetObjectCommand(object), abortSignal ? { abortSignal } : {})
    if (!Body) throw new Error(`the object ${object.Key} has no content`)
    return Buffer.from(await Body.transformToByteArray())
  }

  return {
    ...openParts(client, copyClient, buckets),
    isShared: config.isShared,
    presignDownload: (Key, { fileName, expiresInSeconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: contentDisposition(fileName) }),
        { expiresIn: expiresInSeconds },
      ),
    presignUpload: (Key, { contentType, sizeBytes, expiresInSeconds }) =>
      getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentType: contentType, ContentLength: sizeBytes }), {
        expiresIn: expiresInSeconds,
        signableHeaders: new Set(['content-type', ...(sizeBytes === undefined ? [] : ['content-length'])]),
      }),
    publicUrl: (key) => `${config.assetBaseUrl}/${key.split('/').map(encodeURIComponent).join('/')}`,
    putPublic: async (key, Body, ContentType) => {
      const { LastModified } = (await head(inPublic(key))) ?? {}
      if (LastModified && Date.now() - LastModified.getTime() < YOUNG_MS) return
      const CacheControl = 'public, max-age=31536000, immutable'
      await client.send(new PutObjectCommand({ ...inPublic(key), Body, ContentType, CacheControl }))
    },
    hasPublic: async (key) => (await head(inPublic(key))) !== null,
    getPublic: (key) => get(inPublic(key)),
    putPrivate: async (Key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    sizeOfPrivate: async (Key) => (await head({ Bucket, Key }))?.ContentLength ?? null,
    readPrivate: (Key, offset, length, signal) =>
      get({ Bucket, Key, Range: `bytes=${offset}-${offset + length - 1}` }, signal),
    remove: async (bucket, Key) => {
      await client.send(new DeleteObjectCommand({ Bucket: buckets[bucket], Key }))
    },
    list: async function* (bucket, Prefix) {
      let from: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: buckets[bucket], Prefix, ...(from && { ContinuationToken: from }) }),
        )
        yield (page.Contents ?? []).map(({ Key = '', LastModified = new Date() }) => ({
          key: Key,
          storedAt: LastModified,
        }))
        from = page.NextContinuationToken
      } while (from)
    },
    check: async (signal) => {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal })
    },
    close: () => {
      client.destroy()
      copyClient.destroy()
    },
  }
}

const contentDisposition = (fileName: string) =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeForHeader(fileName)}`

/** RFC 8187 allows fewer characters than a URL: an apostrophe would end the field before the name. */
const encodeForHeader = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
