import { useSyncExternalStore } from 'react'

/** The locale of server-rendered pages, which are the same for all visitors. */
export const SERVER_LOCALE = 'en-US'

/**
 * English, like the store, but with the date order and clock of the visitor's region: `24 Nov 2026, 14:05` in Germany.
 * Regions without their own variant of English get the British one.
 */
export const localeFor = (language: string): string => {
  try {
    const locale = `en-${new Intl.Locale(language).maximize().region}`
    return new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale ? locale : 'en-GB'
  } catch {
    // Some browsers report an invalid language, such as en-US@posix.
    return SERVER_LOCALE
  }
}

let ofVisitor: string | undefined
export const visitorLocale = () => (ofVisitor ??= localeFor(navigator.language))
const neverChanges = () => () => {}

/** Cached, because creating a formatter is slow. One per format, locale and time zone. */
const formatters = new Map<string, Intl.DateTimeFormat>()

export const textIn = (locale: string, options: Intl.DateTimeFormatOptions, at: Date | string) => {
  const key = locale + JSON.stringify(options)
  const formatter = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formatters.set(key, formatter)
  return formatter.format(new Date(at))
}

/** Nov 24 in the United States. */
export const SHORT_DAY = { month: 'short', day: 'numeric' } as const
/** Nov 24, 2026 */
export const DAY = { ...SHORT_DAY, year: 'numeric' } as const

/** A calendar day on a server-rendered page; in the visitor's locale after hydration. */
export const useCalendarDay = (at: string, isShort: boolean) => {
  const locale = useSyncExternalStore(neverChanges, visitorLocale, () => SERVER_LOCALE)
  return textIn(locale, { ...(isShort ? SHORT_DAY : DAY), timeZone: 'UTC' }, at)
}
