import {
  type CORSRule,
  CreateBucketCommand,
  PutBucketCorsCommand,
  PutBucketPolicyCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { credentials, type Places } from './places.ts'

const { region, accessKeyId, secretAccessKey } = credentials.s3
const { public: publicBucket, private: privateBucket } = credentials.buckets

const anyOrigin = { AllowedOrigins: ['*'], AllowedHeaders: ['*'], MaxAgeSeconds: 3_600 }

/** Makes both buckets if they are absent and lays down who may read them from where. */
export const prepareBuckets = async ({ ports }: Places) => {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${ports.s3}`,
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: true,
  })
  try {
    await Promise.all([
      prepareBucket(client, publicBucket, { ...anyOrigin, AllowedMethods: ['GET'] }),
      prepareBucket(client, privateBucket, { ...anyOrigin, AllowedMethods: ['GET', 'PUT'], ExposeHeaders: ['ETag'] }),
    ])
    await client.send(new PutBucketPolicyCommand({ Bucket: publicBucket, Policy: JSON.stringify(anyoneReads) }))
  } finally {
    client.destroy()
  }
}

/** Looks for an object that does not exist: only a gateway that reaches its disk can say that it is not there. */
export const assertBuckets = async ({ ports }: Places) => {
  for (const bucket of [publicBucket, privateBucket]) {
    const address = `http://127.0.0.1:${ports.s3}/${bucket}/health-${Date.now()}`
    const answer = await fetch(address, { signal: AbortSignal.timeout(2_000) })
    const text = await answer.text()
    if (!/<Code>(AccessDenied|NoSuchKey)</.test(text)) throw new Error(`${address} answered ${answer.status}: ${text}`)
  }
}

const prepareBucket = async (client: S3Client, bucket: string, rule: CORSRule) => {
  await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((error: Error) => {
    if (error.name !== 'BucketAlreadyOwnedByYou') throw error
  })
  await client.send(new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [rule] } }))
}

const anyoneReads = {
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${publicBucket}/*` }],
}
