import { eq, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { recordChange } from '#features/audit/audit.service.ts'
import { lockMod, type ModRow } from '#features/catalogue/lock-mod.service.ts'
import { findReleaseToShow, publishRelease } from '#features/releases/publish-release.service.ts'
import { DomainError } from '#lib/domain-error.ts'
import { modChanged } from '#features/catalogue/mod-changed.service.ts'
import { missingFor } from './ready-mod.service.ts'

interface Act {
  /** Null for the store's own job. */
  actorId: number | null
  modId: number
}

/** Publishes a mod now or at a given time. If no release is public yet, the newest checked one is published with it. */
export const publishMod = async (tx: Tx, { actorId, modId, at }: Act & { at: Date | null }) => {
  const mod = await lockMod(tx, modId)
  const isLater = at !== null && at > new Date()
  if (mod.status === 'published') {
    if (isLater) throw new DomainError('request.invalid', { message: 'This mod is already published.' })
    return
  }
  const issues = await missingFor(tx, mod)
  if (issues.length > 0) throw new DomainError('mod.not_ready', { issues })
  if (isLater) await planMod(tx, { actorId, mod, publishAt: at })
  else await showMod(tx, { actorId, mod })
}

const showMod = async (tx: Tx, { actorId, mod }: { actorId: number | null; mod: ModRow }) => {
  const release = await findReleaseToShow(tx, mod.id)
  if (release?.status === 'draft') await publishRelease(tx, { actorId, releaseId: release.id, at: null })
  await tx
    .update(mods)
    .set({
      status: 'published',
      // A mod that is published again does not count as new.
      publishedAt: sql`coalesce(${mods.publishedAt}, clock_timestamp())`,
      publishAt: null,
    })
    .where(eq(mods.id, mod.id))
  await modChanged(tx, mod.id)
  await noteStatus(tx, { actorId, action: 'publish', mod, after: { status: 'published', publishAt: null } })
}

const planMod = async (tx: Tx, plan: { actorId: number | null; mod: ModRow; publishAt: Date | null }) => {
  const { actorId, mod, publishAt } = plan
  await tx.update(mods).set({ publishAt, updatedAt: sql`clock_timestamp()` }).where(eq(mods.id, mod.id))
  const action = publishAt ? 'schedule' : 'unschedule'
  await noteStatus(tx, { actorId, action, mod, after: { status: mod.status, publishAt } })
}

/** Cancels a scheduled publication. */
export const unscheduleMod = async (tx: Tx, { actorId, modId }: Act) => {
  const mod = await lockMod(tx, modId)
  if (mod.publishAt) await planMod(tx, { actorId, mod, publishAt: null })
}

/** Takes a mod off sale; its owners keep it. */
export const archiveMod = async (tx: Tx, { actorId, modId }: Act) => {
  const mod = await lockMod(tx, modId)
  if (mod.status === 'archived' && !mod.publishAt) return
  await tx.update(mods).set({ status: 'archived', publishAt: null }).where(eq(mods.id, modId))
  await modChanged(tx, modId)
  await noteStatus(tx, { actorId, action: 'archive', mod, after: { status: 'archived', publishAt: null } })
}

/** Publishes a mod whose time has come. If something is missing by then, that is logged and a person decides. */
export const publishDueMod = async (tx: Tx, modId: number) => {
  const mod = await lockMod(tx, modId)
  if (!mod.publishAt || mod.publishAt > new Date()) return
  const issues = await missingFor(tx, mod)
  if (issues.length === 0) return showMod(tx, { actorId: null, mod })
  await tx.update(mods).set({ publishAt: null }).where(eq(mods.id, modId))
  const after = { publishAt: null, missing: issues.map(({ message }) => message) }
  await noteStatus(tx, { actorId: null, action: 'could not publish', mod, after: { status: mod.status, ...after } })
}

interface Noted {
  actorId: number | null
  action: string
  mod: ModRow
  after: { status: ModRow['status']; publishAt: Date | null; missing?: string[] }
}

const noteStatus = (tx: Tx, { actorId, action, mod, after }: Noted) => {
  const { id: subjectId, title: subjectName, status, publishAt } = mod
  const before = { status, publishAt }
  return recordChange(tx, { actorId, action, subject: 'mod', subjectId, subjectName, before, after })
}
