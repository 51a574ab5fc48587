import type { Tx } from '@slipstream/db/client'
import { listSitemapFiles } from '#features/catalogue/sitemap.service.ts'
import { sitemapCopy } from '#features/catalogue/sitemap-copies.ts'
import { announcePurge } from '#lib/cache/change-bus.ts'
import { DomainError } from '#lib/domain-error.ts'

/** Requests the address like a visitor, so that its answer is in the caches afterwards. */
export const warm = async (ask: (address: string) => Promise<{ statusCode: number }>, address: string) => {
  const { statusCode } = await ask(address)
  if (statusCode !== 200) throw new DomainError('developer.not_warmed')
}

/** Drops the sitemap and all its files in every process; the next crawler gets fresh ones. */
export const dropSitemap = async (tx: Tx, publicUrl: string) => {
  const files = await listSitemapFiles(tx)
  const names = ['sitemap', 'sitemap pages', ...files.map((file) => `sitemap mods ${file}`)]
  for (const name of names) await announcePurge(tx, 'mods', sitemapCopy(name, publicUrl))
}
