import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '@slipstream/db/client'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import type { ModRow } from '#features/catalogue/lock-mod.service.ts'

const MAX_STEM = 60

const stemOf = (title: string) =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, MAX_STEM)
    .replace(/^_+|_+$/g, '') || 'mod'

export const fileNameOf = (title: string) => `${stemOf(title)}.zip`

/**
 * Names a mod's download file after its title. The game identifies a mod by it, so it is unique and stays fixed from
 * the first published release on.
 */
export const nameFile = async (tx: Tx, { id, fileName }: Pick<ModRow, 'id' | 'fileName'>, title: string) => {
  if (fileName !== null && (await wasReleased(tx, id))) return
  // Serialized, so that two mods with the same title get different names.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mods.file_name'))`)
  let free = fileNameOf(title)
  for (let number = 2; await isTaken(tx, free, id); number++) free = `${stemOf(title)}_${number}.zip`
  if (free !== fileName) await tx.update(mods).set({ fileName: free }).where(eq(mods.id, id))
}

const wasReleased = async (tx: Tx, modId: number) => {
  const released = and(eq(modReleases.modId, modId), ne(modReleases.status, 'draft'))
  return (await tx.select({ id: modReleases.id }).from(modReleases).where(released).limit(1)).length > 0
}

const isTaken = async (tx: Tx, fileName: string, modId: number) => {
  const others = and(eq(mods.fileName, fileName), ne(mods.id, modId))
  return (await tx.select({ id: mods.id }).from(mods).where(others)).length > 0
}
