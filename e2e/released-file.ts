import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { withClient } from '@slipstream/db/testing/test-database'
import { callAs } from './api.ts'
import { createPerson } from './people.ts'
import { expect, store } from './store.ts'

/** Owners are told minutes after publishing; no journey waits that long. */
const tellOwnersNow = (releaseId: number) =>
  withClient(store.environment().DATABASE_URL, (client) =>
    client.query(
      `select graphile_worker.add_job('locker.announce_release', json_build_object('releaseId', $1::int, 'afterId', 0),
         job_key => 'announce-release-' || $1::int, run_at => now())`,
      [releaseId],
    ),
  )

/** Publishes a small archive as the newest release of a mod, like the admin page. Needs a running worker. */
export const releaseFile = async (modId: number, path: string, version: string) => {
  const { username } = await createPerson({ isAdmin: true })
  return callAs(username, async ({ get, post }) => {
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
      .poll(async () => (await get<{ status: string }>(`/api/admin/uploads/${id}`)).status, { timeout: 60_000 })
      .toBe('ready')
    const release = await post<{ id: number }>(`/api/admin/mods/${modId}/releases`, {
      uploadId: id,
      version,
      changes: ['Made for a journey.'],
      gameVersions: [],
    })
    const address = `/api/admin/releases/${release.id}/publish` as const
    const { foreignFolders } = await get<{ foreignFolders: string[] }>(address)
    const [foreignFolder] = foreignFolders
    await post(address, { at: null, ...(foreignFolder !== undefined && { foreignFolder }) })
    await tellOwnersNow(release.id)
    return { fileName, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
}
