import { DAY_MS } from '@slipstream/contract/durations'
import type { ModCard } from '@slipstream/contract/mods'
import { horsepower } from '@slipstream/contract/spec-sheet'
import { countText } from '#lib/counts.ts'
import { discountText } from '#ui/price.tsx'

export const powerText = (powerKw: number) => `${countText(powerKw)} kW / ${countText(horsepower(powerKw))} hp`

const NEWS_DAYS = 30

/** `asOf` is the time of the response, which server and browser agree on; their clocks may not. */
const isNews = (at: string | null, asOf: number) => at !== null && asOf - Date.parse(at) < NEWS_DAYS * DAY_MS

type News = 'New' | 'Updated'

export const newsOf = ({ publishedAt, releasedAt }: ModCard, asOf: number): News | null => {
  if (isNews(publishedAt, asOf)) return 'New'
  return isNews(releasedAt, asOf) ? 'Updated' : null
}

/** The single badge of a card: the savings, or else whether the mod is new or updated. */
export const badgeOf = (mod: ModCard, asOf: number) => {
  if (mod.discountPrice !== null) return { text: discountText(mod.price, mod.discountPrice), isDiscount: true }
  const news = newsOf(mod, asOf)
  return news && { text: news as string, isDiscount: false }
}
