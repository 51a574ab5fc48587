import { GetObjectCommand, HeadBucketCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import type { Config } from '#config.ts'

export interface Storage {
  /** An address that downloads one private object under a file name the buyer will recognise. */
  presignDownload: (key: string, options: { fileName: string; expiresInSeconds: number }) => Promise<string>
  /** An address to which the browser may send exactly one private object of this type. */
  presignUpload: (key: string, options: { contentType: string; expiresInSeconds: number }) => Promise<string>
  /** Where everybody finds a public object: behind the CDN, without a signature. */
  publicUrl: (key: string) => string
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
