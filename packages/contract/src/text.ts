import * as z from 'zod/mini'

/** PostgreSQL cannot store NUL, UTF-8 has no lone surrogates, and no screen shows the other control characters. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u
const UNPRINTABLE_IN_LINES = /[^\P{Cc}\t\n\r]|\p{Cs}/u

interface TextRules {
  min?: number
  /** Replaces "At least … characters." */
  tooShort?: string
  /** Multiline: tabs and line breaks are allowed. */
  multiline?: boolean
  /** Taken verbatim, with surrounding spaces: passwords, tokens, cursors. */
  verbatim?: boolean
}

/** The only string type for requests: trimmed, bounded, and made of characters that can be stored. */
export const text = (max: number, { min = 0, tooShort, multiline = false, verbatim = false }: TextRules = {}) => {
  const schema = verbatim ? z.string() : z.string().check(z.trim())
  const bounded = min === 0 ? schema : schema.check(z.minLength(min, tooShort ?? atLeast(min)))
  return bounded.check(z.maxLength(max, { error: `At most ${max} characters.`, abort: true }), printable(multiline))
}

/** A text that must not be empty. */
export const filledText = (max: number) => text(max, { min: 1 })

/** The cursor of a page, from the previous response. */
export const cursor = (max = 200) => z.optional(text(max, { verbatim: true }))

export const emailAddress = () =>
  z.email('Enter a valid e-mail address.').check(z.trim(), z.maxLength(254, 'At most 254 characters.'), z.toLowerCase())

/** Rendered as a link, so only https is allowed. */
export const httpsUrl = () =>
  z
    .url({ protocol: /^https$/, error: 'Enter an address that begins with https://' })
    .check(z.maxLength(500, 'At most 500 characters.'), printable(false))

/** A point in time that every calendar and PostgreSQL can represent. */
export const instant = () =>
  z.iso
    .datetime('Enter a valid date.')
    .check(z.refine((at) => at >= '2000' && at < '2200', { message: 'Enter a date between 2000 and 2199.' }))

/** A calendar day, in the time zone that the endpoint defines. */
export const calendarDay = () =>
  z.iso
    .date('Enter a valid date.')
    .check(z.refine((day) => day >= '2000' && day < '2200', { message: 'Enter a date between 2000 and 2199.' }))

/** Levels of nesting; a form has three. */
const MAX_DEPTH = 8
const MAX_NAME = 200

/** Any JSON object, stored as it is, such as a half-filled form. The size limit of the request bounds its length. */
export const jsonObject = () =>
  z
    .record(z.string(), z.unknown())
    .check(z.refine((value) => isStorable(value, MAX_DEPTH), { message: UNPRINTABLE_MESSAGE }))

const UNPRINTABLE_MESSAGE = 'Remove the characters that cannot be displayed.'

const printable = (multiline: boolean) => {
  const forbidden = multiline ? UNPRINTABLE_IN_LINES : UNPRINTABLE
  return z.refine<string>((value) => !forbidden.test(value), { message: UNPRINTABLE_MESSAGE })
}

const atLeast = (min: number) => (min === 1 ? 'This field is required.' : `At least ${min} characters.`)

const isStorable = (value: unknown, depth: number): boolean => {
  if (typeof value === 'string') return !UNPRINTABLE_IN_LINES.test(value)
  if (typeof value !== 'object' || value === null) return true
  return depth > 0 && Object.entries(value).every(([name, part]) => isName(name) && isStorable(part, depth - 1))
}

const isName = (name: string) => name.length <= MAX_NAME && !UNPRINTABLE.test(name)
