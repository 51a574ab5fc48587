import type { Db } from '@slipstream/db/client'
import { element, escapeXml, XML_HEAD } from '#lib/xml.ts'
import { listLatestReleases } from './latest-releases.service.ts'
import type { PublicObjects } from './mod-cards.service.ts'

const NEWEST = 30

interface Words {
  publicUrl: string
  storeName: string
  blurb: string
}

/** The newest releases as RSS 2.0. */
export const writeReleaseFeed = async (
  db: Db,
  objects: PublicObjects,
  { publicUrl, storeName, blurb }: Words,
): Promise<string> => {
  const releases = await listLatestReleases(db, objects, NEWEST)
  const items = releases.map(({ id, modId, title, version, changes, publishedAt }) => {
    const address = `${publicUrl}/mods/${modId}`
    const fields = [
      text('title', `${title} ${version}`),
      text('link', address),
      element('guid', escapeXml(`${address}#release-${id}`), 'isPermaLink="false"'),
      text('pubDate', new Date(publishedAt).toUTCString()),
      text('description', listOf(changes)),
    ]
    return element('item', fields.join(''))
  })
  const channel = [
    text('title', storeName),
    text('link', `${publicUrl}/`),
    text('description', blurb),
    text('language', 'en'),
    `<atom:link href="${escapeXml(publicUrl)}/feed.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
  ]
  return (
    XML_HEAD +
    element('rss', element('channel', channel.join('\n')), 'version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"')
  )
}

const text = (name: string, value: string) => element(name, escapeXml(value))

/** A description is HTML inside XML: each sentence is escaped for HTML and the whole list for XML. */
const listOf = (sentences: string[]) =>
  element('ul', sentences.map((sentence) => element('li', escapeXml(sentence))).join(''))
