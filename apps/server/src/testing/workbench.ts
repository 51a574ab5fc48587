import { expect } from 'vitest'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { mods } from '@slipstream/db/tables/mods'
import type { uploads } from '@slipstream/db/tables/uploads'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { createUpload } from '@slipstream/db/testing/upload-factories'
import { newPerson, type Person } from './people.ts'
import type { TestStore } from './test-store.ts'

type Method = Parameters<Person['call']>[0]

/** An administrator, and mods to work on. */
export const openWorkbench = async (store: TestStore) => {
  const { db } = store
  const admin = await newPerson(store, { isAdmin: true })
  const { id: categoryId } = await createCategory(db, { slug: 'sports', name: 'Sports' })

  /** The body of a successful response. */
  const ask = async <T = AdminMod>(method: Method, url: string, body?: unknown) => {
    const answer = await admin.call(method, url, body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<T>()
  }
  /** Status and code of a refused request. */
  const refused = async (method: Method, url: string, body?: unknown) => {
    const answer = await admin.call(method, url, body)
    return [answer.statusCode, answer.json<{ code: string }>().code] as const
  }

  const newDraft = (values: Partial<typeof mods.$inferInsert> = {}) =>
    createMod(db, { categoryId, status: 'draft', publishedAt: null, ...values })
  /** An archive that has been fully checked, unless the values say otherwise. */
  const newArchive = (modId: number, values: Partial<typeof uploads.$inferInsert> = {}) =>
    createUpload(db, { modId, status: 'ready', sha256: 'b'.repeat(64), ...values })
  const newDraftRelease = async (modId: number, version: string) => {
    const { id: uploadId } = await newArchive(modId)
    return createRelease(db, { modId, version, uploadId, status: 'draft', publishedAt: null, gameVersions: ['0.36'] })
  }
  /** A complete draft: it has a picture and a checked release. */
  const newReadyDraft = async (values: Partial<typeof mods.$inferInsert> = {}) => {
    const mod = await newDraft(values)
    await createPicture(db, { modId: mod.id })
    const release = await newDraftRelease(mod.id, '1.0')
    return { ...mod, releaseId: release.id }
  }
  /** A published mod with a release. */
  const newShown = async (values: Partial<typeof mods.$inferInsert> = {}) => {
    const mod = await newReadyDraft(values)
    await ask('POST', `/api/admin/mods/${mod.id}/publish`, { at: null })
    return mod
  }
  return { admin, categoryId, ask, refused, newDraft, newArchive, newDraftRelease, newReadyDraft, newShown }
}
export type Workbench = Awaited<ReturnType<typeof openWorkbench>>
