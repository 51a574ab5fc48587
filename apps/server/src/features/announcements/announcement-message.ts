import type { AnnouncementKind } from '@slipstream/contract/announcement-terms'
import type { Embed } from '@slipstream/contract/announcements'
import { cents, formatUsd } from '@slipstream/contract/money'

/** What an announcement says about one mod. */
export interface NewsItem {
  modId: number
  title: string
  description: string
  /** Whether the store still offers the mod and, for a release, that release. */
  isOffered: boolean
  priceCents: number
  /** Null if the mod is not on sale now. */
  salePriceCents: number | null
  saleEndsAt: Date | null
  imageUrl: string | null
  release: { version: string; changes: readonly string[] } | null
}

export interface NewsSource {
  storeName: string
  publicUrl: string
  timeZone: string
  accentDark: string
}

const MOST_LINES = 15
const MOST_CHANGES = 6

const cut = (words: string, most: number) => (words.length <= most ? words : `${words.slice(0, most - 1)}…`)

/** A message about one mod, or a list if there is news about several. */
export const writeEmbed = (kind: AnnouncementKind, items: readonly NewsItem[], source: NewsSource): Embed => {
  const [first] = items
  const page = { footer: source.storeName, imageUrl: first?.imageUrl ?? null }
  if (first && items.length === 1) {
    return { ...page, url: `${source.publicUrl}/mods/${first.modId}`, ...single(kind, first, source) }
  }
  const lines = items.slice(0, MOST_LINES).map((item) => `• ${lineOf(kind, item)}`)
  const more = items.length - lines.length
  return {
    ...page,
    url: `${source.publicUrl}/mods`,
    title: `${items.length} ${{ mod: 'new mods', release: 'new releases', sale: 'mods on sale' }[kind]}`,
    description: [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
    fields: [],
  }
}

const single = (
  kind: AnnouncementKind,
  item: NewsItem,
  source: NewsSource,
): Pick<Embed, 'title' | 'description' | 'fields'> => {
  const title = cut(item.title, 100)
  if (kind === 'release') {
    const changes = item.release?.changes.slice(0, MOST_CHANGES).map((change) => `• ${cut(change, 200)}`) ?? []
    return {
      title: `${title} ${cut(item.release?.version ?? '', 30)}`,
      description: item.isOffered ? changes.join('\n') : 'This release was withdrawn.',
      fields: [],
    }
  }
  const description = item.isOffered ? cut(item.description, 500) : 'This mod is no longer in the store.'
  if (kind === 'mod')
    return { title: `New mod: ${title}`, description, fields: [{ name: 'Price', value: priceOf(item) }] }
  if (item.salePriceCents === null) return { title, description: 'This sale is over.', fields: [] }
  const ends = item.saleEndsAt ? [{ name: 'Until', value: momentOf(item.saleEndsAt, source.timeZone) }] : []
  return { title: `On sale: ${title}`, description, fields: [{ name: 'Price', value: priceOf(item) }, ...ends] }
}

const lineOf = (kind: AnnouncementKind, item: NewsItem) => {
  const title = cut(item.title, 80)
  if (!item.isOffered) return `${title}: no longer offered`
  if (kind === 'release') return `${title} ${cut(item.release?.version ?? '', 30)}`
  if (kind === 'sale' && item.salePriceCents === null) return `${title}: this sale is over`
  return `${title}: ${priceOf(item)}`
}

const priceOf = ({ priceCents, salePriceCents }: NewsItem) => {
  const full = priceCents === 0 ? 'Free' : formatUsd(cents(priceCents))
  return salePriceCents === null ? full : `${formatUsd(cents(salePriceCents))} instead of ${full}`
}

const momentOf = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone, hourCycle: 'h23' }).format(at)

/** Discord reads these as formatting, links, mentions or emoji. A backslash escapes them. */
const SPECIAL = /[\\`*_~|>[\]()<@:]/g
/** At the beginning of a line these make a heading or a list. */
const LEADING = /^(\s*)([#+-])/gm

const escapeForDiscord = (words: string) =>
  words.replaceAll(SPECIAL, String.raw`\$&`).replaceAll(LEADING, String.raw`$1\$2`)

/** The payload for Discord. The store's texts cannot format, link or mention anything in it. */
export const toDiscord = ({ title, url, description, fields, imageUrl, footer }: Embed, accent: string) => ({
  embeds: [
    {
      title: escapeForDiscord(title),
      url,
      description: escapeForDiscord(description),
      color: Number.parseInt(accent.slice(1), 16),
      fields: fields.map(({ name, value }) => ({ name, value: escapeForDiscord(value), inline: true })),
      ...(imageUrl !== null && { image: { url: imageUrl } }),
      // Footers are plain text on Discord.
      footer: { text: footer },
    },
  ],
})
