import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  NoSuchKey,
  NoSuchUpload,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

/** One part of a multipart upload. */
export interface StoredPart {
  part: number
  etag: string
  sizeBytes: number
}

interface Begun {
  key: string
  storageUploadId: string
  begunAt: Date
}

/** Multipart uploads to the private bucket. The object does not exist until its parts are joined. */
export interface StorageParts {
  /** The upload id in storage. */
  beginParts: (key: string, contentType?: string) => Promise<string>
  /** Stores a part from this process. Archives of mods are sent by the browser instead. */
  putPart: (begun: Name, part: number, bytes: Buffer) => Promise<StoredPart>
  /** Copies bytes of another private object within the storage, so that they do not pass through this process. */
  copyPart: (begun: Name, part: number, from: { key: string; offset: number; length: number }) => Promise<StoredPart>
  signPart: (begun: Name, part: number, expiresInSeconds: number) => Promise<string>
  /** Null if storage does not know the upload: joined, aborted or never started. */
  listParts: (begun: Name) => Promise<StoredPart[] | null>
  joinParts: (begun: Name, parts: readonly StoredPart[]) => Promise<void>
  /** Aborts an upload. Aborting one that no longer exists is not an error. */
  abortParts: (bucket: BucketName, begun: Name) => Promise<void>
  /** All unfinished uploads, page by page. */
  listBegun: (bucket: BucketName) => AsyncGenerator<Begun[]>
}

type Name = Pick<Begun, 'key' | 'storageUploadId'>
export type BucketName = 'private' | 'public'

export const openParts = (
  client: S3Client,
  copyClient: S3Client,
  buckets: Record<BucketName, string>,
): StorageParts => {
  const named = ({ key, storageUploadId }: Name, bucket: BucketName = 'private') => ({
    Bucket: buckets[bucket],
    Key: key,
    UploadId: storageUploadId,
  })

  return {
    beginParts: async (Key, ContentType = 'application/zip') => {
      const { UploadId } = await client.send(
        new CreateMultipartUploadCommand({ Bucket: buckets.private, Key, ContentType }),
      )
      if (!UploadId) throw new Error(`storage returned no upload id for ${Key}`)
      return UploadId
    },
    putPart: async (begun, part, bytes) => {
      const { ETag = '' } = await client.send(
        new UploadPartCommand({ ...named(begun), PartNumber: part, Body: bytes, ContentLength: bytes.length }),
      )
      return { part, etag: ETag, sizeBytes: bytes.length }
    },
    copyPart: async (begun, part, { key, offset, length }) => {
      const { CopyPartResult } = await copyClient.send(
        new UploadPartCopyCommand({
          ...named(begun),
          PartNumber: part,
          CopySource: `${buckets.private}/${key.split('/').map(encodeURIComponent).join('/')}`,
          CopySourceRange: `bytes=${offset}-${offset + length - 1}`,
        }),
      )
      // A copy that fails halfway is answered with 200, because the answer begins before the copy ends.
      if (!CopyPartResult?.ETag) throw new Error(`storage did not copy ${key}`)
      return { part, etag: CopyPartResult.ETag, sizeBytes: length }
    },
    signPart: (begun, PartNumber, expiresIn) =>
      getSignedUrl(client, new UploadPartCommand({ ...named(begun), PartNumber }), { expiresIn }),
    // The maximum number of parts fits into one answer.
    listParts: async (begun) => {
      const { Parts = [] } = await client.send(new ListPartsCommand(named(begun))).catch(unlessUnknown)
      return (
        Parts &&
        Parts.map(({ PartNumber = 0, ETag = '', Size = 0 }) => ({ part: PartNumber, etag: ETag, sizeBytes: Size }))
      )
    },
    joinParts: async (begun, parts) => {
      const Parts = parts.map(({ part, etag }) => ({ PartNumber: part, ETag: etag }))
      await client.send(new CompleteMultipartUploadCommand({ ...named(begun), MultipartUpload: { Parts } }))
    },
    abortParts: async (bucket, begun) => {
      await client.send(new AbortMultipartUploadCommand(named(begun, bucket))).catch(unlessUnknown)
    },
    listBegun: async function* (bucket) {
      let from: { KeyMarker?: string; UploadIdMarker?: string } | null = {}
      while (from) {
        const page: ListMultipartUploadsCommandOutput = await client.send(
          new ListMultipartUploadsCommand({ Bucket: buckets[bucket], ...from }),
        )
        yield (page.Uploads ?? []).map(({ Key = '', UploadId = '', Initiated = new Date() }) => ({
          key: Key,
          storageUploadId: UploadId,
          begunAt: Initiated,
        }))
        const { NextKeyMarker, NextUploadIdMarker } = page
        from =
          page.IsTruncated && NextKeyMarker
            ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker ?? '' }
            : null
      }
    },
  }
}

const unlessUnknown = (error: unknown) => {
  // Ceph reports it as a missing key.
  if (error instanceof NoSuchUpload || error instanceof NoSuchKey) return { Parts: null }
  throw error
}
