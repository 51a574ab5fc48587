import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import {
  CreateBucketCommand,
  DeleteObjectsCommand,
  DeleteBucketCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { readConfig } from '#config.ts'
import { freePort } from './free-port.ts'

const run = promisify(execFile)
export const DEPLOY_BACKUP = path.resolve(import.meta.dirname, '../../../../deploy/backup')

/**
 * A bucket for pgBackRest in the object storage of the tests. pgBackRest speaks only HTTPS and knows no addresses in
 * certificates, so it gets a TLS proxy called localhost.
 */
export const openOwnRepository = async (environment: NodeJS.ProcessEnv) => {
  const { endpoint, region, accessKeyId, secretAccessKey } = readConfig(environment).storage
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  const Bucket = `test-${randomBytes(6).toString('hex')}-backups`
  await client.send(new CreateBucketCommand({ Bucket }))
  const folder = await mkdtemp(path.join(tmpdir(), 'slipstream-repository-'))
  await chmod(folder, 0o755)
  const proxy = await startTlsProxy(folder, new URL(endpoint ?? ''))

  const removeObjects = async () => {
    for (;;) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }))
      if (Contents.length === 0) return
      const Objects = Contents.map(({ Key = '' }) => ({ Key }))
      await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects } }))
    }
  }

  return {
    /** Variables of deploy/backup/backup.env.example, but for the database. */
    environment: {
      PGBACKREST_CONFIG: path.join(DEPLOY_BACKUP, 'pgbackrest.conf'),
      PGBACKREST_REPO1_S3_ENDPOINT: 'localhost',
      PGBACKREST_REPO1_STORAGE_PORT: String(proxy.port),
      PGBACKREST_REPO1_STORAGE_CA_FILE: path.join(folder, 'certificate.pem'),
      PGBACKREST_REPO1_S3_URI_STYLE: 'path',
      PGBACKREST_REPO1_S3_REGION: region,
      PGBACKREST_REPO1_S3_BUCKET: Bucket,
      PGBACKREST_REPO1_S3_KEY: accessKeyId,
      PGBACKREST_REPO1_S3_KEY_SECRET: secretAccessKey,
      PGBACKREST_REPO1_CIPHER_PASS: randomBytes(32).toString('base64'),
    },
    /** All keys, to look at what is stored. */
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

const startTlsProxy = async (folder: string, { hostname, port: behind }: URL) => {
  const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...[
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      keyFile,
      '-out',
      certificateFile,
    ],
  ])
  await chmod(certificateFile, 0o644)
  const tls = { key: await readFile(keyFile), cert: await readFile(certificateFile) }
  const server = createServer(tls, (asked, answer) => {
    const { method, url: address, headers } = asked
    const forwarded = request({ host: hostname, port: behind, method, path: address, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
