import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { CreateBucketCommand, PutBucketCorsCommand, PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'
import { credentials, type Places } from './places.ts'

const { region, accessKeyId, secretAccessKey } = credentials.s3
const { public: publicBucket, private: privateBucket } = credentials.buckets

const anyOrigin = { AllowedOrigins: ['*'], AllowedHeaders: ['*'], MaxAgeSeconds: 3_600 }

const BUCKETS = [
  {
    name: publicBucket,
    cors: { ...anyOrigin, AllowedMethods: ['GET'] },
    policy: {
      Version: '2012-10-17',
      Statement: [
        { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${publicBucket}/*` },
      ],
    },
  },
  { name: privateBucket, cors: { ...anyOrigin, AllowedMethods: ['GET', 'PUT'], ExposeHeaders: ['ETag'] } },
]

/**
 * Creates both buckets if they are missing and sets their policies and CORS rules. A note records that this was done:
 * after a crash, each such write would wait until Ceph gives up on the killed gateway.
 */
export const prepareBuckets = async (places: Places, note: string) => {
  const wanted = JSON.stringify(BUCKETS)
  const isNoted = existsSync(note) && readFileSync(note, 'utf8') === wanted
  if (isNoted && (await doBucketsExist(places))) return

  const client = new S3Client({
    endpoint: `http://127.0.0.1:${places.ports.s3}`,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  })
  await Promise.all(BUCKETS.map((bucket) => prepareBucket(client, bucket))).finally(() => client.destroy())
  writeFileSync(note, wanted)
}

/** Requests an object that does not exist. Only a gateway that reaches its disk can answer 404. */
export const assertBuckets = async ({ ports }: Places) => {
  for (const { name } of BUCKETS) {
    const address = `http://127.0.0.1:${ports.s3}/${name}/health-${Date.now()}`
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    const text = await answer.text()
    if (!/<Code>(AccessDenied|NoSuchKey)</.test(text)) throw new Error(`${address} answered ${answer.status}: ${text}`)
  }
}

const doBucketsExist = (places: Places) =>
  assertBuckets(places).then(
    () => true,
    () => false,
  )

const prepareBucket = async (client: S3Client, { name, cors, policy }: (typeof BUCKETS)[number]) => {
  await client.send(new CreateBucketCommand({ Bucket: name })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error
  })
  await client.send(new PutBucketCorsCommand({ Bucket: name, CORSConfiguration: { CORSRules: [cors] } }))
  if (policy) await client.send(new PutBucketPolicyCommand({ Bucket: name, Policy: JSON.stringify(policy) }))
}
