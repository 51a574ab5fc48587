import type { Tx } from '@slipstream/db/client'
import { keepAnAdmin } from '#features/auth/last-admin.service.ts'
import { lockStanding } from '#features/auth/user-standing.service.ts'
import { readClock } from '#lib/database-clock.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { PersonalData } from '#lib/personal-data.ts'

export const exportPersonalData = async (tx: Tx, parts: readonly PersonalData[], userId: number) => {
  const collected: Record<string, unknown> = { exportedAt: new Date().toISOString() }
  for (const { name, collect } of parts) collected[name] = await collect(tx, userId)
  return collected
}

export const erasePerson = async (tx: Tx, parts: readonly PersonalData[], userId: number) => {
  await keepAnAdmin(tx, userId)
  // Wait for a running checkout to commit, so that its order is visible here.
  await lockStanding(tx, userId)
  for (const { erase } of parts) await erase(tx, userId)
  // An older backup would bring the account back, so the restore command replays the erasures recorded since then.
  const erasedAt = (await readClock(tx)).toISOString()
  await enqueue(tx, 'backups.note_erasure', { accountId: userId, erasedAt }, { jobKey: `erasure ${userId}` })
}
