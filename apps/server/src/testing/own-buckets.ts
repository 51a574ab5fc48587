import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { readConfig } from '#config.ts'

/** Two buckets that no other store uses. Looks at up to 1,000 objects. */
export const openOwnBuckets = async (environment: NodeJS.ProcessEnv = inject('environment')) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = readConfig(environment).storage
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  const name = `test-${randomBytes(6).toString('hex')}`
  const [publicBucket, privateBucket] = [`${name}-public`, `${name}-private`]
  for (const Bucket of [publicBucket, privateBucket]) await client.send(new CreateBucketCommand({ Bucket }))

  const keysIn = async (Bucket: string) =>
    ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = '' }) => Key).sort()
  const begunIn = async (Bucket: string) =>
    ((await client.send(new ListMultipartUploadsCommand({ Bucket }))).Uploads ?? []).map(
      ({ Key = '', UploadId = '' }) => ({ Key, UploadId }),
    )
  const removeBucket = async (Bucket: string) => {
    for (const begun of await begunIn(Bucket)) await client.send(new AbortMultipartUploadCommand({ Bucket, ...begun }))
    for (const Key of await keysIn(Bucket)) await client.send(new DeleteObjectCommand({ Bucket, Key }))
    await client.send(new DeleteBucketCommand({ Bucket }))
  }

  return {
    environment: {
      S3_PUBLIC_BUCKET: publicBucket,
      S3_PRIVATE_BUCKET: privateBucket,
      S3_BUCKETS_SHARED: 'false',
      PUBLIC_ASSET_BASE_URL: `${endpoint}/${publicBucket}`,
    },
    put: (bucket: 'public' | 'private', Key: string) =>
      client.send(
        new PutObjectCommand({ Bucket: bucket === 'public' ? publicBucket : privateBucket, Key, Body: 'left over' }),
      ),
    /** Everything in both buckets, including unfinished uploads. */
    content: async () => ({
      public: await keysIn(publicBucket),
      private: await keysIn(privateBucket),
      begun: [...(await begunIn(publicBucket)), ...(await begunIn(privateBucket))].map(({ Key }) => Key),
    }),
    remove: async () => {
      for (const bucket of [publicBucket, privateBucket]) await removeBucket(bucket)
      client.destroy()
    },
  }
}
