import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startTlsProxy } from '@slipstream/db/testing/tls-proxy'
import { freePorts } from '../bench/free-port.ts'
import { credentials, type Places } from '../services/places.ts'
import { GATEWAY } from './forward-ports.ts'
import type { Trial } from './run-trial.ts'

/** In deploy/backup, which is /opt/backup in the containers. */
const CERTIFICATE = 'trial.pem'
/** pgBackRest does not support IP addresses in certificates. */
const NAME = 'storage.slipstream.test'

/** A bucket for this trial only, in the object storage of the services. */
export const createBucket = async ({ ports }: Places) => {
  const { region, accessKeyId, secretAccessKey } = credentials.s3
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${ports.s3}`,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const bucket = `trial-${randomBytes(6).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return bucket
}

/** A bucket for backups in the object storage of the services, over HTTPS, which pgBackRest requires. */
export const openBackupStorage = async ({ folder, undo }: Pick<Trial, 'folder' | 'undo'>, places: Places) => {
  const { region, accessKeyId, secretAccessKey } = credentials.s3
  const own = join(folder, 'backup-storage')
  mkdirSync(own)
  const behind = new URL(`http://127.0.0.1:${places.ports.s3}`)
  const bucket = await createBucket(places)
  const [port = 0] = await freePorts(1)
  const proxy = await startTlsProxy({ folder: own, name: NAME, host: GATEWAY, port, behind })
  undo.push(proxy.close)
  return {
    bucket,
    endpoint: `https://${NAME}:${port}`,
    /** Makes its name and certificate known to a deployment. */
    introduceTo: (deployment: string) => {
      copyFileSync(proxy.certificateFile, join(deployment, 'backup', CERTIFICATE))
      const extra = { extra_hosts: [`${NAME}:${GATEWAY}`] }
      const override = { services: { postgres: extra, backups: extra } }
      writeFileSync(join(deployment, 'compose.override.yaml'), JSON.stringify(override))
    },
    settings: {
      PGBACKREST_REPO1_S3_ENDPOINT: NAME,
      PGBACKREST_REPO1_STORAGE_PORT: String(port),
      PGBACKREST_REPO1_STORAGE_CA_FILE: `/opt/backup/${CERTIFICATE}`,
      PGBACKREST_REPO1_S3_URI_STYLE: 'path',
      PGBACKREST_REPO1_S3_REGION: region,
      PGBACKREST_REPO1_S3_BUCKET: bucket,
      PGBACKREST_REPO1_S3_KEY: accessKeyId,
      PGBACKREST_REPO1_S3_KEY_SECRET: secretAccessKey,
      PGBACKREST_REPO1_CIPHER_PASS: randomBytes(32).toString('base64'),
    },
  }
}
export type BackupStorage = Awaited<ReturnType<typeof openBackupStorage>>
