import {
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '#config.ts'

export interface Storage {
  /** An address that downloads one private object under a file name the buyer will recognise. */
  presignDownload: (key: string, options: { fileName: string; expiresInSeconds: number }) => Promise<string>
  /** An address to which the browser may send exactly one private object of this type. */
  presignUpload: (key: string, options: { contentType: string; expiresInSeconds: number }) => Promise<string>
  /** Where everybody finds a public object: behind the CDN, without a signature. */
  publicUrl: (key: string) => string
  /** Stores a public object, unless it is there: its key has to name its content, since caches keep it for ever. */
  putPublic: (key: string, bytes: Buffer, contentType: string) => Promise<void>
  hasPublic: (key: string) => Promise<boolean>
  getPublic: (key: string) => Promise<Buffer>
  check: (signal: AbortSignal) => Promise<void>
  close: () => void
}

export const openStorage = (config: Config['storage']): Storage => {
  const client = new S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // The SDK would add a checksum of the empty body to presigned uploads, which no browser can then fulfil.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
  })
  const Bucket = config.privateBucket
  const inPublic = (Key: string) => ({ Bucket: config.publicBucket, Key })

  const hasPublic = async (key: string) => {
    try {
      await client.send(new HeadObjectCommand(inPublic(key)))
      return true
    } catch (error) {
      if (error instanceof NotFound) return false
      throw error
    }
  }

  return {
    presignDownload: (Key, { fileName, expiresInSeconds }) =>
      getSignedUrl(
        client,
        new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: contentDisposition(fileName) }),
        { expiresIn: expiresInSeconds },
      ),
    presignUpload: (Key, { contentType, expiresInSeconds }) =>
      getSignedUrl(client, new PutObjectCommand({ Bucket, Key, ContentType: contentType }), {
        expiresIn: expiresInSeconds,
        signableHeaders: new Set(['content-type']),
      }),
    publicUrl: (key) => `${config.assetBaseUrl}/${key.split('/').map(encodeURIComponent).join('/')}`,
    putPublic: async (key, Body, ContentType) => {
      if (await hasPublic(key)) return
      const CacheControl = 'public, max-age=31536000, immutable'
      await client.send(new PutObjectCommand({ ...inPublic(key), Body, ContentType, CacheControl }))
    },
    hasPublic,
    getPublic: async (key) => {
      const { Body } = await client.send(new GetObjectCommand(inPublic(key)))
      if (!Body) throw new Error(`the object ${key} came without content`)
      return Buffer.from(await Body.transformToByteArray())
    },
    check: async (signal) => {
      await client.send(new HeadBucketCommand({ Bucket }), { abortSignal: signal })
    },
    close: () => client.destroy(),
  }
}

const contentDisposition = (fileName: string) =>
  `attachment; filename="${fileName.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encodeForHeader(fileName)}`

/** RFC 8187 allows less than an address does: an apostrophe would end the part before the name. */
const encodeForHeader = (text: string) =>
  encodeURIComponent(text).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
