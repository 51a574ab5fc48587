import type { ModForm } from '@slipstream/contract/mod-form'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { CONFIGURATION_FIELDS, type ConfigurationField } from '@slipstream/contract/mod-limits'
import type { modsAdminApi } from '@slipstream/contract/mods-admin'
import { type TypedConfiguration, type TypedMod, typedConfiguration } from './typed-mod.ts'

export type ModFormInput = BodyInputOf<typeof modsAdminApi.save>

/** Errors by field, for example `configurations.2.powerKw`. */
export type Problems = Readonly<Record<string, string>>

const orNull = (text: string) => text.trim() || null
const listed = (texts: readonly string[]) => texts.map((text) => text.trim()).filter(Boolean)

export const paragraphsOf = (about: string) => listed(about.split(/\n\s*\n/))

/** A row that was left empty. */
const isBlank = (configuration: TypedConfiguration) =>
  CONFIGURATION_FIELDS.every((field) => configuration[field].trim() === '')

/** Accepts a decimal comma. */
const numberIn = (text: string) => {
  const plain = text.trim().replace(',', '.')
  return /^\d+(\.\d*)?$|^\.\d+$/.test(plain) ? Number(plain) : Number.NaN
}

/** In whole cents; unreadable input counts as zero. */
export const priceIn = (text: string) => Math.round((numberIn(text) || 0) * 100)

const WHOLE_FIELDS = ['powerKw', 'torqueNm', 'massKg', 'topSpeedKmh'] as const

/**
 * Converts the form into the request body. Invalid numbers are noted and sent as zero, so that the other fields are
 * still validated.
 */
const formInput = (typed: TypedMod) => {
  const problems: Record<string, string> = {}
  const figure = (path: string, text: string, sentence: string) => {
    const number = numberIn(text)
    if (Number.isNaN(number)) problems[path] = sentence
    return Number.isNaN(number) ? 0 : number
  }
  const price = (path: string, text: string) => {
    const dollars = figure(path, text, 'Enter a price like 12.50.')
    if (Math.round(dollars * 100) !== Math.round(dollars * 10_000) / 100) problems[path] = 'Use at most two decimals.'
    return dollars
  }
  const configuration = (each: TypedConfiguration, index: number) => {
    const optional = (field: ConfigurationField, sentence: string) =>
      each[field].trim() === '' ? null : figure(`configurations.${index}.${field}`, each[field], sentence)
    const [powerKw, torqueNm, massKg, topSpeedKmh] = WHOLE_FIELDS.map((field) =>
      optional(field, 'Enter a whole number.'),
    )
    return {
      name: each.name,
      bodyStyle: orNull(each.bodyStyle),
      engine: orNull(each.engine),
      fuel: orNull(each.fuel),
      powerKw: powerKw ?? null,
      torqueNm: torqueNm ?? null,
      drivetrain: orNull(each.drivetrain) as ModForm['configurations'][number]['drivetrain'],
      transmission: orNull(each.transmission),
      massKg: massKg ?? null,
      topSpeedKmh: topSpeedKmh ?? null,
      sprintS: optional('sprintS', 'Enter a number like 4.5.'),
    }
  }

  const form: ModFormInput = {
    title: typed.title,
    make: typed.make,
    description: typed.description,
    about: paragraphsOf(typed.about),
    categoryId: typed.categoryId === '' ? null : Number(typed.categoryId),
    tags: listed(typed.tags),
    requirements: listed(typed.requirements),
    videoUrl: orNull(typed.videoUrl),
    price: typed.price.trim() === '' ? null : price('price', typed.price),
    sale: typed.hasSale
      ? {
          price: price('sale.price', typed.salePrice),
          startsAt: typed.saleStartsAt || null,
          endsAt: typed.saleEndsAt || null,
        }
      : null,
    includedWithPremium: typed.includedWithPremium,
    configurations: typed.configurations.map(configuration),
    relatedIds: typed.relatedIds,
  }
  return { form, problems }
}

/** Validates with the contract schemas, which load on first use. */
export const readForm = async (typed: TypedMod): Promise<{ form: ModFormInput; problems: Problems }> => {
  const { ModForm: schema } = await import('@slipstream/contract/mod-form')
  const { form, problems } = formInput(withoutBlankRows(typed))
  const found = { ...problems }
  for (const { path, message } of schema.safeParse(form).error?.issues ?? []) found[path.join('.')] ??= message
  return { form, problems: onThePage(typed, found) }
}

/** The current values of the fields that an archive may suggest. */
export const proposableFields = (typed: TypedMod) => {
  const { title, make, description, tags, configurations } = formInput(withoutBlankRows(typed)).form
  return { title, make, description, tags, configurations }
}
export type ProposableFields = ReturnType<typeof proposableFields>

/** Converts accepted suggestions to form values. */
export const typedFields = ({ configurations, ...texts }: Partial<ProposableFields>): Partial<TypedMod> => ({
  ...texts,
  ...(configurations && { configurations: configurations.map(typedConfiguration) }),
})

/** Empty rows are not sent, so row numbers differ between server and page. */
const onThePage = (typed: TypedMod, problems: Problems): Problems => {
  const places = typed.configurations.flatMap((each, place) => (isBlank(each) ? [] : place))
  const moved = (path: string) =>
    path.replace(/^configurations\.(\d+)/, (_, place: string) => `configurations.${places[Number(place)]}`)
  return Object.fromEntries(Object.entries(problems).map(([path, sentence]) => [moved(path), sentence]))
}

export const withoutBlankRows = (typed: TypedMod): TypedMod => ({
  ...typed,
  configurations: typed.configurations.filter((each) => !isBlank(each)),
})

/** The server names fields like `/sale/price`. */
export const problemsIn = (issues: readonly { path: string; message: string }[]): Problems =>
  Object.fromEntries(issues.map(({ path, message }) => [path.slice(1).replaceAll('/', '.'), message]))

/** The error of a field, or the first error inside it: a list shows the error of one of its rows. */
export const problemAt = (problems: Problems, path: string): string | undefined =>
  problems[path] ?? Object.entries(problems).find(([each]) => each.startsWith(`${path}.`))?.[1]
