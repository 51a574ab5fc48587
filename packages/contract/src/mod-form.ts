import * as z from 'zod/mini'
import { Id } from './id.ts'
import { MOD_LIMITS } from './mod-limits.ts'
import { cents, formatUsd } from './money.ts'
import { decimal, integer } from './number.ts'
import { DRIVETRAINS } from './spec-sheet.ts'
import { filledText, httpsUrl, instant, text } from './text.ts'
import { UsdPrice } from './usd-price.ts'

/** Upper bound for all searchable text of a mod together. */
const MAX_WORD_BYTES = 900

const lines = (max: number, most: number) =>
  z.array(filledText(max)).check(z.maxLength(most, `At most ${most} of them.`))
const figure = (max: number) => z.nullable(integer(0, max))
const shortText = z.nullable(filledText(60))

export const ConfigurationForm = z.strictObject({
  name: filledText(80),
  bodyStyle: shortText,
  engine: shortText,
  fuel: shortText,
  powerKw: figure(10_000),
  torqueNm: figure(100_000),
  drivetrain: z.nullable(z.enum(DRIVETRAINS)),
  transmission: shortText,
  massKg: figure(200_000),
  topSpeedKmh: figure(2_000),
  sprintS: z.nullable(decimal(0, 600)),
})
export type ConfigurationForm = z.output<typeof ConfigurationForm>

const MAX_PRICE = cents(1_000_000)
const price = UsdPrice.check(
  z.refine((value) => value <= MAX_PRICE, { message: `The highest price is ${formatUsd(MAX_PRICE)}.` }),
)

/** When a sale takes place; either end may be open. */
export const SALE_WINDOW = { startsAt: z.nullable(instant()), endsAt: z.nullable(instant()) }

export const endsAfterItBegins = z.refine<{ startsAt: string | null; endsAt: string | null }>(
  ({ startsAt, endsAt }) => !startsAt || !endsAt || startsAt < endsAt,
  { path: ['endsAt'], message: 'The sale must end after it begins.' },
)

const Sale = z.strictObject({ price, ...SALE_WINDOW }).check(endsAfterItBegins)

/** Paragraphs in a small subset of Markdown. */
export const StoryText = z.array(text(MOD_LIMITS.paragraph, { min: 1, multiline: true })).check(
  z.maxLength(MOD_LIMITS.paragraphs, `At most ${MOD_LIMITS.paragraphs} of them.`),
  z.refine((paragraphs) => paragraphs.join('\n\n').length <= MOD_LIMITS.story, {
    message: `The story is too long. Write at most ${MOD_LIMITS.story} characters.`,
  }),
)

/** The text fields of a mod. Pictures and releases have their own endpoints. */
export const ModForm = z
  .strictObject({
    title: filledText(MOD_LIMITS.title),
    make: text(MOD_LIMITS.make),
    description: text(MOD_LIMITS.description, { multiline: true }),
    about: StoryText,
    /** Null until somebody chooses one. Only a draft may be without a category. */
    categoryId: z.nullable(Id),
    tags: lines(MOD_LIMITS.tag, MOD_LIMITS.tags),
    requirements: lines(MOD_LIMITS.requirement, MOD_LIMITS.requirements),
    videoUrl: z.nullable(httpsUrl()),
    /** Null until somebody sets it. Only a draft may be without a price. */
    price: z.nullable(price),
    sale: z.nullable(Sale),
    includedWithPremium: z.boolean(),
    configurations: z
      .array(ConfigurationForm)
      .check(z.maxLength(MOD_LIMITS.configurations, `At most ${MOD_LIMITS.configurations} of them.`)),
    relatedIds: z.array(Id).check(z.maxLength(MOD_LIMITS.related, `At most ${MOD_LIMITS.related} of them.`)),
  })
  .check(
    z.refine(({ sale, price: usual }) => !sale || usual !== null, {
      path: ['price'],
      message: 'Set the regular price first.',
    }),
    z.refine(({ sale, price: usual }) => !sale || usual === null || sale.price < usual, {
      path: ['sale', 'price'],
      message: 'The sale price must be lower than the regular price.',
    }),
    z.refine((form) => wordsFit(form), {
      path: ['tags'],
      message: 'Title, make, description, tags and body styles are too long together. Shorten one of them.',
    }),
  )
export type ModForm = z.output<typeof ModForm>

interface Words {
  title: string
  make: string
  description: string
  tags: readonly string[]
  configurations: readonly { bodyStyle: string | null }[]
}

/** Whether the searchable text of a mod is short enough for the index. */
export const wordsFit = (words: Words) => wordBytes(words) <= MAX_WORD_BYTES

/** Counted in bytes, like in the database. */
const wordBytes = ({ title, make, description, tags, configurations }: Words) => {
  const bodyStyles = new Set(configurations.flatMap(({ bodyStyle }) => bodyStyle ?? []))
  const all = [title, make, description, tags.join(' '), [...bodyStyles].join(' ')].join('')
  return Array.from(all).reduce((sum, sign) => sum + utf8Bytes(sign.codePointAt(0) ?? 0), 0)
}

const utf8Bytes = (codePoint: number) => {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x1_0000 ? 3 : 4
}
