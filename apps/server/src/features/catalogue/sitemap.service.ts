import { and, asc, between, eq, exists, sql } from 'drizzle-orm'
import type { Db } from '@slipstream/db/client'
import { categories, mods } from '@slipstream/db/tables/mods'
import { element, escapeXml, XML_HEAD } from '#lib/xml.ts'
import { coverOf, isPublished, type PublicObjects } from './mod-cards.service.ts'

/** Mod ids per file: a mod always stays in its file, and no file can exceed the allowed 50,000. */
const IDS_PER_FILE = 10_000

const SCHEMAS =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"'

/** Public pages with content of their own. */
const PLAIN_PAGES = ['/', '/mods', '/subscribe', '/about', '/terms', '/privacy', '/refund-policy']

interface Parts {
  db: Db
  storage: PublicObjects
  publicUrl: string
}

/** All public pages in one file or, if there are too many mods, an index of such files. */
export const writeSitemap = async (parts: Parts): Promise<string> => {
  const files = await listFiles(parts.db)
  if (files.length > 1) return indexOf(parts, files)
  const [only] = files
  return pageSet([...(await pageEntries(parts)), ...(only ? await modEntries(parts, only.file) : [])])
}

export const writePagesSitemap = async (parts: Parts): Promise<string> => pageSet(await pageEntries(parts))

/** Null if the file does not exist. */
export const writeModsSitemap = async (parts: Parts, file: number): Promise<string | null> => {
  const entries = await modEntries(parts, file)
  return entries.length > 0 ? pageSet(entries) : null
}

/** The numbers of the files that contain mods. */
export const listSitemapFiles = async (db: Db) => (await listFiles(db)).map(({ file }) => file)

const changedAt = sql`greatest(${mods.updatedAt}, ${mods.releasedAt})`

/** The files that contain mods, each with its latest change. */
const listFiles = (db: Db) => {
  const file = sql<number>`(${mods.id} - 1) / ${sql.raw(String(IDS_PER_FILE))} + 1`
  return db
    .select({ file, changedAt: sql<Date>`max(${changedAt})`.mapWith(mods.updatedAt) })
    .from(mods)
    .where(isPublished)
    .groupBy(file)
    .orderBy(file)
}

const indexOf = ({ publicUrl }: Parts, files: { file: number; changedAt: Date }[]) => {
  const entry = (path: string, lastmod = '') => element('sitemap', locOf(publicUrl + path) + lastmod)
  const entries = files.map(({ file, changedAt: at }) => entry(`/sitemap-mods-${file}.xml`, lastmodOf(at)))
  return XML_HEAD + element('sitemapindex', [entry('/sitemap-pages.xml'), ...entries].join('\n'), SCHEMAS)
}

const pageEntries = async ({ db, publicUrl }: Parts) => {
  const slugs = await db
    .select({ slug: categories.slug })
    .from(categories)
    .where(
      exists(
        db
          .select({ id: mods.id })
          .from(mods)
          .where(and(isPublished, eq(mods.categoryId, categories.id))),
      ),
    )
    .orderBy(asc(categories.sortOrder), asc(categories.id))
  const paths = [...PLAIN_PAGES, ...slugs.map(({ slug }) => `/mods?category=${slug}`)]
  return paths.map((path) => element('url', locOf(publicUrl + path)))
}

/** Only the cover: the page itself shows the other pictures. */
const modEntries = async ({ db, storage, publicUrl }: Parts, file: number) => {
  const cover = coverOf(db)
  const rows = await db
    .select({
      id: mods.id,
      changedAt: sql<Date>`${changedAt}`.mapWith(mods.updatedAt),
      pictureKey: cover.originalKey,
    })
    .from(mods)
    .leftJoinLateral(cover, sql`true`)
    .where(and(isPublished, between(mods.id, (file - 1) * IDS_PER_FILE + 1, file * IDS_PER_FILE)))
    .orderBy(asc(mods.id))
  return rows.map(({ id, changedAt: at, pictureKey }) => {
    const image = pictureKey && element('image:image', element('image:loc', escapeXml(storage.publicUrl(pictureKey))))
    return element('url', locOf(`${publicUrl}/mods/${id}`) + lastmodOf(at) + (image ?? ''))
  })
}

const pageSet = (entries: string[]) => XML_HEAD + element('urlset', entries.join('\n'), SCHEMAS)
const locOf = (address: string) => element('loc', escapeXml(address))
const lastmodOf = (at: Date) => element('lastmod', at.toISOString())
