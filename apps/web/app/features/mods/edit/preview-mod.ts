import type { AdminCategory } from '@slipstream/contract/categories'
import type { ConfigurationForm } from '@slipstream/contract/mod-form'
import type { ModDetails } from '@slipstream/contract/mods'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { cents } from '@slipstream/contract/money'
import type { AdminRelease } from '@slipstream/contract/releases'
import { proposableFields, paragraphsOf, priceIn } from './read-form.ts'
import type { TypedMod } from './typed-mod.ts'

interface PreviewFacts {
  mod: AdminMod
  typed: TypedMod
  category: AdminCategory | undefined
  releases: readonly AdminRelease[]
  /** The typed story as the server formats it. */
  story: ModDetails['story']
  /** In milliseconds. Decides whether a sale is running. */
  now: number
}

const saleRunning = ({ hasSale, saleStartsAt, saleEndsAt }: TypedMod, now: number) =>
  hasSale && !(saleStartsAt && Date.parse(saleStartsAt) > now) && !(saleEndsAt && Date.parse(saleEndsAt) <= now)

/** The releases that are or would be offered: a draft counts as published now. */
const offeredIn = (releases: readonly AdminRelease[], now: string) =>
  releases
    .filter(({ status }) => status !== 'withdrawn')
    .map((release) => ({ ...release, publishedAt: release.publishedAt ?? now }))

/** Fields that are not part of the form and that the preview does not show. */
const UNKNOWN = { previewImageUrl: null, shareImageUrl: null } satisfies Partial<ModDetails>

const offerOf = (typed: TypedMod, now: number) => {
  const isOnSale = saleRunning(typed, now)
  return {
    price: cents(priceIn(typed.price)),
    discountPrice: isOnSale ? cents(priceIn(typed.salePrice)) : null,
    saleEndsAt: isOnSale && typed.saleEndsAt ? typed.saleEndsAt : null,
    includedWithPremium: typed.includedWithPremium,
  }
}

const newestOf = (releases: ModDetails['releases']) => {
  const [newest] = releases
  return { version: newest?.version ?? null, releasedAt: newest?.publishedAt ?? null }
}

const specsOf = (configurations: readonly ConfigurationForm[]) => {
  const [first] = configurations
  return {
    engine: first?.engine ?? null,
    powerKw: first?.powerKw ?? null,
    drivetrain: first?.drivetrain ?? null,
    configurations: configurations.map((configuration, id) => ({ id, ...configuration })),
  }
}

/** The mod as players would see it if it were saved and published now. */
export const previewMod = ({ mod, typed, category, releases, story, now }: PreviewFacts): ModDetails => {
  const { configurations, ...words } = proposableFields(typed)
  const today = new Date(now).toISOString()
  const offered = offeredIn(releases, today)
  return {
    ...UNKNOWN,
    ...mod.ratings,
    ...words,
    ...offerOf(typed, now),
    ...newestOf(offered),
    ...specsOf(configurations),
    id: mod.id,
    title: words.title.trim() || 'Untitled',
    category: category?.slug ?? '',
    categoryName: category?.name ?? '',
    picture: mod.pictures[0]?.picture ?? null,
    pictures: mod.pictures.map(({ picture }) => picture),
    publishedAt: mod.publishedAt ?? today,
    about: paragraphsOf(typed.about),
    story,
    videoUrl: typed.videoUrl.trim() || null,
    // The preview shows only the link; the player works only on the real page.
    trailer: null,
    requirements: typed.requirements.filter((text) => text.trim() !== ''),
    releases: offered,
    gameVersions: [],
    compatibility: releases.find(({ isCurrent }) => isCurrent)?.compatibility ?? [],
  }
}
