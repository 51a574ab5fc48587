import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  DeleteBucketCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { startTlsProxy } from '@slipstream/db/testing/tls-proxy'
import { readConfig } from '#config.ts'
import { freePort } from './free-port.ts'

export const DEPLOY_BACKUP = path.resolve(import.meta.dirname, '../../../../deploy/backup')

/**
 * A bucket for pgBackRest in the object storage of the tests. pgBackRest speaks only HTTPS and does not support IP
 * addresses in certificates, so it gets a TLS proxy named localhost.
 */
export const openOwnRepository = async (environment: NodeJS.ProcessEnv) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = readConfig(environment).storage
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  const Bucket = `test-${randomBytes(6).toString('hex')}-backups`
  await client.send(new CreateBucketCommand({ Bucket }))
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-repository-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  const proxy = await startTlsProxy({
    folder,
    name: 'localhost',
    host: '127.0.0.1',
    port,
    behind: new URL(endpoint ?? ''),
  })

  const removeObjects = async () => {
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) return
      const Objects = Contents.map(({ Key = '' }) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    }
  }

  return {
    /** Variables of deploy/backup/backup.env.example, except those of the database. */
    environment: {
      PGBACKREST_CONFIG: path.join(DEPLOY_BACKUP, 'pgbackrest.conf'),
      PGBACKREST_REPO1_S3_ENDPOINT: 'localhost',
      PGBACKREST_REPO1_STORAGE_PORT: String(port),
      PGBACKREST_REPO1_STORAGE_CA_FILE: proxy.certificateFile,
      PGBACKREST_REPO1_S3_URI_STYLE: 'path',
      PGBACKREST_REPO1_S3_REGION: region,
      PGBACKREST_REPO1_S3_BUCKET: Bucket,
      PGBACKREST_REPO1_S3_KEY: accessKeyId,
      PGBACKREST_REPO1_S3_KEY_SECRET: secretAccessKey,
      PGBACKREST_REPO1_CIPHER_PASS: randomBytes(32).toString('base64'),
    },
    /** All keys, to inspect what is stored. */
    list: async () =>
      ((await client.send(new ListObjectsV2Command({ Bucket }))).Contents ?? []).map(({ Key = '' }) => Key),
    close: async () => {
      proxy.close()
      await removeObjects()
      await client.send(new DeleteBucketCommand({ Bucket }))
      client.destroy()
      await rm(folder, { recursive: true })
    },
  }
}
