import { isDeepStrictEqual } from 'node:util'
import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { Settings, type SettingKey } from '@slipstream/contract/settings'
import type { Db, Tx } from '@slipstream/db/client'
import { settings } from '@slipstream/db/tables/settings'
import { announceChange } from '#lib/cache/change-bus.ts'

declare module '#lib/cache/change-bus.ts' {
  interface Topics {
    settings: unknown
  }
}

export const readSettings = async (db: Db): Promise<Settings> => {
  const rows = await db.select({ key: settings.key, value: settings.value }).from(settings)
  const changed = rows.flatMap(({ key, value }) => {
    if (!isSettingKey(key)) return []
    // A value written by an older version that this one cannot read must not take the store down.
    const parsed = Settings.shape[key].safeParse(value)
    return parsed.success ? [[key, parsed.data] as const] : []
  })
  return { ...DEFAULT_SETTINGS, ...Object.fromEntries(changed) }
}

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(Settings.shape, key)

/** Only the settings that change. */
export type SettingChanges = { [Key in SettingKey]?: Settings[Key] | undefined }

/** Announced to every process on commit. A setting that has its default needs no row. */
export const changeSettings = async (tx: Tx, changes: SettingChanges) => {
  const valid = z.partial(Settings).parse(changes)
  for (const [key, value] of Object.entries(valid)) {
    if (value === undefined) continue
    if (isDeepStrictEqual(value, DEFAULT_SETTINGS[key as SettingKey])) {
      await tx.delete(settings).where(eq(settings.key, key))
    } else {
      await tx
        .insert(settings)
        .values({ key, value })
        .onConflictDoUpdate({ target: settings.key, set: { value, updatedAt: new Date() } })
    }
  }
  await announceChange(tx, 'settings')
}
