import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { DeleteObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { readConfig } from '#config.ts'
import { openStorage, type Storage } from './storage.ts'

const config = readConfig(inject('environment')).storage
const folder = `test-${randomUUID()}`
const key = `${folder}/mod.zip`
const publicKey = `${folder}/cover.txt`
const CONTENT = 'a small archive'

let storage: Storage
const upload = (url: string, contentType = 'application/zip') =>
  fetch(url, { method: 'PUT', headers: { 'content-type': contentType }, body: CONTENT })

beforeAll(async () => {
  storage = openStorage(config)
  const url = await storage.presignUpload(key, { contentType: 'application/zip', expiresInSeconds: 60 })
  expect((await upload(url)).status).toBe(200)
})
afterAll(async () => {
  const client = new S3Client({
    ...config,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
  })
  await client.send(new DeleteObjectCommand({ Bucket: config.privateBucket, Key: key }))
  await client.send(new DeleteObjectCommand({ Bucket: config.publicBucket, Key: publicKey }))
  client.destroy()
  storage.close()
})

const download = (fileName: string, expiresInSeconds = 60) =>
  storage.presignDownload(key, { fileName, expiresInSeconds })

test('an object sent to an upload address can be downloaded under its file name', async () => {
  const answer = await fetch(await download('Cavallo GT v1.2.zip'))
  expect(answer.status).toBe(200)
  expect(await answer.text()).toBe(CONTENT)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Cavallo GT v1.2.zip"; filename*=UTF-8''Cavallo%20GT%20v1.2.zip`,
  )
})

test('a file name cannot break out of its header', async () => {
  const answer = await fetch(await download(`Größe"; x="\r\nset-cookie: a=b(1)*'!.zip`))
  expect(answer.status).toBe(200)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e__ x____set-cookie_ a_b_1____.zip"; filename*=UTF-8''` +
      'Gr%C3%B6%C3%9Fe%22%3B%20x%3D%22%0D%0Aset-cookie%3A%20a%3Db%281%29%2A%27!.zip',
  )
})

test('a private object is not accessible without a signature', async () => {
  const { origin, pathname } = new URL(await download('mod.zip'))
  expect((await fetch(origin + pathname)).status).toBe(403)
})

test('a signature is valid for one object, one file name and one method', async () => {
  const address = await download('mod.zip')
  const elsewhere = new URL(address)
  elsewhere.pathname = elsewhere.pathname.replace('mod.zip', 'other.zip')
  expect((await fetch(elsewhere)).status).toBe(403)

  const renamed = new URL(address)
  renamed.searchParams.set('response-content-disposition', 'inline')
  expect((await fetch(renamed)).status).toBe(403)
  expect((await upload(address)).status).toBe(403)
})

test('an upload address accepts only its own content type', async () => {
  const url = await storage.presignUpload(key, { contentType: 'application/zip', expiresInSeconds: 60 })
  expect((await upload(url, 'text/html')).status).toBe(403)
  expect(await (await fetch(await download('mod.zip'))).text()).toBe(CONTENT)
})

test('a signed address expires', async () => {
  const [get, put] = await Promise.all([
    download('mod.zip', 1),
    storage.presignUpload(key, { contentType: 'application/zip', expiresInSeconds: 1 }),
  ])
  await sleep(2_100)
  expect((await fetch(get)).status).toBe(403)
  expect((await upload(put)).status).toBe(403)
})

test('the public address of an object is below the asset base, with its key URL-encoded', () => {
  const { publicUrl } = openStorage({ ...config, assetBaseUrl: 'https://cdn.example/files' })
  expect(publicUrl('mods/12/Ümlaut & #1?.png')).toBe(
    'https://cdn.example/files/mods/12/%C3%9Cmlaut%20%26%20%231%3F.png',
  )
})

test('a public object needs no signature, is cached forever and stays as it is when stored again at once', async () => {
  expect(await storage.hasPublic(publicKey)).toBe(false)
  await expect(storage.getPublic(publicKey)).rejects.toThrow()

  await storage.putPublic(publicKey, Buffer.from('first'), 'text/plain')
  await storage.putPublic(publicKey, Buffer.from('second'), 'text/html')

  expect(await storage.hasPublic(publicKey)).toBe(true)
  expect((await storage.getPublic(publicKey)).toString()).toBe('first')
  const answer = await fetch(storage.publicUrl(publicKey))
  expect([answer.status, await answer.text()]).toEqual([200, 'first'])
  expect(answer.headers.get('content-type')).toBe('text/plain')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})
