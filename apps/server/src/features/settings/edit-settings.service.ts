import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import type { SettingKey } from '@slipstream/contract/settings'
import type { AdminSettings, EditableKey, EditableSettings } from '@slipstream/contract/settings-admin'
import type { Db, Tx } from '@slipstream/db/client'
import { auditLog } from '@slipstream/db/tables/audit'
import { settings } from '@slipstream/db/tables/settings'
import { users } from '@slipstream/db/tables/users'
import { recordChange } from '#features/audit/audit.service.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { PictureStorage } from './picture-address.ts'
import { changeSettings, readSettings, type SettingChanges } from './settings.service.ts'

const KEYS = Object.keys(SETTING_NAMES) as EditableKey[]

export const readAdminSettings = async (db: Db, storage: PictureStorage): Promise<AdminSettings> => {
  const stored = await readSettings(db)
  const values = Object.fromEntries(KEYS.map((key) => [key, stored[key]])) as EditableSettings
  return { values, changes: await readLastChanges(db, KEYS), pictureBase: storage.publicUrl('') }
}

/** Reads the last changes from the audit log, because a setting that was reset has no row of its own. */
export const readLastChanges = async <Key extends SettingKey>(db: Db, keys: readonly Key[]) => {
  const rows = await db
    .selectDistinctOn([auditLog.subjectId], {
      key: sql<Key>`${auditLog.subjectId}`,
      at: auditLog.at,
      by: sql<string>`coalesce(${users.username}, 'the command line')`,
    })
    .from(auditLog)
    .leftJoin(users, eq(users.id, auditLog.actorId))
    .where(and(eq(auditLog.subject, 'settings'), inArray(auditLog.subjectId, [...keys])))
    .orderBy(auditLog.subjectId, desc(auditLog.id))
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }))
}

/** Changes settings with an audit entry for each. Without an actor the change came from the command line. */
export const editSettings = async (tx: Tx, actorId: number | null, changes: SettingChanges) => {
  // One change at a time, so that each entry shows what it really replaced. Readers do not wait.
  await tx.execute(sql`lock table ${settings} in share row exclusive mode`)
  const before = await readSettings(tx)
  await changeSettings(tx, changes)
  if (ON_SHARE_IMAGES.some((key) => key in changes)) {
    await enqueue(tx, 'mods.redraw_shares', {}, { jobKey: 'mods.redraw_shares' })
  }
  for (const [key, value] of Object.entries(changes) as [SettingKey, unknown][]) {
    if (value === undefined) continue
    await recordChange(tx, {
      actorId,
      action: 'edit',
      subject: 'settings',
      subjectId: key,
      subjectName: NAMES[key] ?? key,
      before: { [key]: before[key] },
      after: { [key]: value },
    })
  }
}

/** The settings that the link previews of mods show. */
const ON_SHARE_IMAGES: readonly SettingKey[] = ['storeName', 'accentDark']

const NAMES: Partial<Record<SettingKey, string>> = {
  ...SETTING_NAMES,
  adminsNeedTwoFactor: 'Second factor for administrators',
}
