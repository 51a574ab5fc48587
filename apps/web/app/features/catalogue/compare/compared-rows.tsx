import type { ComparedMod, Comparison } from '@slipstream/contract/mods-comparison'
import { countText } from '#lib/counts.ts'
import type { Units } from '#lib/units.ts'
import { type Verdict, verdictOf } from '#lib/works.ts'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'
import { sizeText } from '#ui/size-text.ts'
import type { ComparedCell, ComparedRow } from './comparison-table.tsx'
import { comparedFigures } from './spec-sheet.ts'

const WORKS: Record<Verdict, string> = { works: 'Yes', unconfirmed: 'Not confirmed', broken: 'No' }

/** What people decide by: the offer, the values of the first configuration, and compatibility. */
export const comparedRows = ({ mods, gameVersions }: Comparison, units: Units, chosenGame: string): ComparedRow[] => {
  const row = (label: string, cell: (mod: ComparedMod) => ComparedCell): ComparedRow => ({
    key: label,
    label,
    cells: mods.map(cell),
  })
  const gameVersion = gameVersions.includes(chosenGame) ? chosenGame : gameVersions[0]
  return [
    row('Price', ({ price, discountPrice }) => ({
      text: <Price price={price} discountPrice={discountPrice} />,
      value: discountPrice ?? price,
    })),
    row('Rating', ({ rating, ratingCount }) => ({
      text: <Rating rating={rating} count={ratingCount} />,
      value: rating,
    })),
    row('With Premium', ({ includedWithPremium }) => ({
      text: includedWithPremium ? 'Included' : 'No',
      value: includedWithPremium,
    })),
    ...comparedFigures(
      mods.map(({ base }) => base),
      units,
    ),
    row('Configurations', ({ configurationCount, base }) => ({
      text: base && `${countText(configurationCount)}${configurationCount > 1 ? ` (figures: ${base.name})` : ''}`,
      value: configurationCount,
    })),
    ...(gameVersion === undefined ? [] : [row(`Works with ${gameVersion}`, (mod) => worksWith(mod, gameVersion))]),
    row('Download size', ({ sizeBytes }) => ({
      text: sizeBytes === null ? null : sizeText(sizeBytes),
      value: sizeBytes,
    })),
    row('Updated', ({ releasedAt }) => ({
      text: releasedAt === null ? null : <CalendarDay at={releasedAt} />,
      value: releasedAt?.slice(0, 10) ?? null,
    })),
  ]
}

const worksWith = ({ states }: ComparedMod, gameVersion: string): ComparedCell => {
  const verdict = verdictOf(states.find((each) => each.gameVersion === gameVersion)?.state)
  return { text: WORKS[verdict], value: verdict }
}
