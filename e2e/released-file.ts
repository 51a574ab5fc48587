import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type APIRequestContext, request } from '@playwright/test'
import { createPerson, PUBLIC_PASSWORD } from './people.ts'
import { expect, fromSomewhere, store } from './store.ts'

/** Publishes a small archive as the newest release of a mod, as an administrator's page would. Needs a worker that runs. */
export const releaseFile = async (modId: number, path: string, version: string) => {
  const { username } = await createPerson({ isAdmin: true })
  const admin = await request.newContext({
    baseURL: store.url(),
    extraHTTPHeaders: { ...fromSomewhere(), origin: store.url(), 'x-requested-with': 'XMLHttpRequest' },
  })
  const post = <Answer>(address: string, data: object) => answerOf<Answer>(admin.post(address, { data }))
  try {
    await post('/api/auth/login', { username, password: PUBLIC_PASSWORD })
    const bytes = await readFile(path)
    const fileName = `e2e_${modId}.zip`
    const { id } = await post<{ id: number }>('/api/admin/uploads', {
      modId,
      fileName,
      sizeBytes: bytes.length,
      fingerprint: randomBytes(32).toString('hex'),
    })
    const [part] = await post<{ url: string }[]>(`/api/admin/uploads/${id}/parts`, { parts: [1] })
    expect((await fetch(part?.url ?? '', { method: 'PUT', body: bytes })).status).toBe(200)
    await post(`/api/admin/uploads/${id}/complete`, {})
    await expect
      .poll(async () => (await answerOf<{ status: string }>(admin.get(`/api/admin/uploads/${id}`))).status, {
        timeout: 60_000,
      })
      .toBe('ready')
    const release = await post<{ id: number }>(`/api/admin/mods/${modId}/releases`, {
      uploadId: id,
      version,
      changes: ['Made for a journey.'],
      gameVersions: [],
    })
    await post(`/api/admin/releases/${release.id}/publish`, { at: null })
    return { fileName, sha256: createHash('sha256').update(bytes).digest('hex') }
  } finally {
    await admin.dispose()
  }
}

const answerOf = async <Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> => {
  const response = await call
  expect(response.ok(), `${response.url()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}
