import type { ConfigurationForm, ModForm } from '@slipstream/contract/mod-form'
import { CONFIGURATION_FIELDS, type ConfigurationField } from '@slipstream/contract/mod-limits'
import { amountText } from '@slipstream/contract/money'

/** A configuration row as text, so that incomplete numbers are kept too. */
export type TypedConfiguration = Record<ConfigurationField, string> & {
  /** A client-side React key. */
  key: string
}

/** The form values, valid or not; this is what a draft stores. */
export interface TypedMod {
  title: string
  make: string
  description: string
  /** Paragraphs separated by empty lines. */
  about: string
  /** Empty until a category is chosen. */
  categoryId: string
  tags: string[]
  requirements: string[]
  videoUrl: string
  price: string
  hasSale: boolean
  salePrice: string
  /** ISO timestamps, or empty. */
  saleStartsAt: string
  saleEndsAt: string
  includedWithPremium: boolean
  configurations: TypedConfiguration[]
  relatedIds: number[]
}

let rows = 0
const newKey = () => `row ${(rows += 1)}`

const fieldsBy = (text: (field: ConfigurationField) => string) =>
  Object.fromEntries(CONFIGURATION_FIELDS.map((field) => [field, text(field)])) as Record<ConfigurationField, string>

export const typedConfiguration = (configuration: ConfigurationForm): TypedConfiguration => ({
  key: newKey(),
  ...fieldsBy((field) => String(configuration[field] ?? '')),
})

export const emptyConfiguration = (): TypedConfiguration => ({ key: newKey(), ...fieldsBy(() => '') })

export const copyOf = (configuration: TypedConfiguration): TypedConfiguration => ({ ...configuration, key: newKey() })

export const typedMod = (form: ModForm): TypedMod => ({
  title: form.title,
  make: form.make,
  description: form.description,
  about: form.about.join('\n\n'),
  categoryId: form.categoryId === null ? '' : String(form.categoryId),
  tags: form.tags,
  requirements: form.requirements,
  videoUrl: form.videoUrl ?? '',
  price: form.price === null ? '' : amountText(form.price),
  hasSale: form.sale !== null,
  salePrice: form.sale ? amountText(form.sale.price) : '',
  saleStartsAt: form.sale?.startsAt ?? '',
  saleEndsAt: form.sale?.endsAt ?? '',
  includedWithPremium: form.includedWithPremium,
  configurations: form.configurations.map(typedConfiguration),
  relatedIds: form.relatedIds,
})

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

const isSameKind = (one: unknown, other: unknown) =>
  typeof one === typeof other && Array.isArray(one) === Array.isArray(other)

/** Restores the fields of a draft that still fit: the form may have changed since the draft was saved. */
const filledFrom = <T extends object>(shape: T, kept: unknown): T => {
  if (!isPlain(kept)) return shape
  const fields = Object.entries(shape).map(([name, value]) => [
    name,
    isSameKind(value, kept[name]) ? kept[name] : (value as unknown),
  ])
  return Object.fromEntries(fields) as T
}

export const typedFromDraft = (form: ModForm, kept: unknown): TypedMod => {
  const typed = filledFrom(typedMod(form), kept)
  const isText = (each: unknown) => typeof each === 'string'
  return {
    ...typed,
    tags: typed.tags.filter(isText),
    requirements: typed.requirements.filter(isText),
    relatedIds: typed.relatedIds.filter((id) => Number.isInteger(id)),
    configurations: typed.configurations.map((each) => copyOf(filledFrom(emptyConfiguration(), each))),
  }
}

/** Row keys are not stored in the draft. */
export const draftOf = (typed: TypedMod) => ({
  ...typed,
  configurations: typed.configurations.map((each) => fieldsBy((field) => each[field])),
})

export const isSameText = (one: TypedMod, other: TypedMod) =>
  one === other || JSON.stringify(draftOf(one)) === JSON.stringify(draftOf(other))
