import { desc, eq } from 'drizzle-orm'
import { downloads, releaseReports } from '@slipstream/db/tables/locker'
import { modReleases } from '@slipstream/db/tables/mod-releases'
import { mods } from '@slipstream/db/tables/mods'
import type { PersonalData } from '#lib/personal-data.ts'

export const lockerPersonalData: PersonalData = {
  name: 'locker',
  tables: ['downloads', 'release_reports'],
  collect: async (tx, userId) => ({
    downloads: await tx
      .select({ title: mods.title, version: downloads.version, at: downloads.at, ip: downloads.ip })
      .from(downloads)
      .innerJoin(mods, eq(mods.id, downloads.modId))
      .where(eq(downloads.userId, userId))
      .orderBy(desc(downloads.id)),
    reports: await tx
      .select({
        title: mods.title,
        version: modReleases.version,
        gameVersion: releaseReports.gameVersion,
        report: releaseReports.report,
        note: releaseReports.note,
        at: releaseReports.at,
      })
      .from(releaseReports)
      .innerJoin(modReleases, eq(modReleases.id, releaseReports.releaseId))
      .innerJoin(mods, eq(mods.id, modReleases.modId))
      .where(eq(releaseReports.userId, userId)),
  }),
  // The record of a download belongs to the purchase and is kept with it; the IP address is not.
  erase: async (tx, userId) => {
    await tx.update(downloads).set({ ip: null }).where(eq(downloads.userId, userId))
    await tx.delete(releaseReports).where(eq(releaseReports.userId, userId))
  },
}
