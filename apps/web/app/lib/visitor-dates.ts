import { useSyncExternalStore } from 'react'

/** Of pages from the server, which are the same for all visitors. */
export const SERVER_LOCALE = 'en-US'

/**
 * English, because the store is, in the visitor's order of day and month and with their clock: `24 Nov 2026, 14:05` in
 * Germany. Regions without an English of their own get the British one.
 */
export const localeFor = (language: string): string => {
  try {
    const locale = `en-${new Intl.Locale(language).maximize().region}`
    return new Intl.DateTimeFormat(locale).resolvedOptions().locale === locale ? locale : 'en-GB'
  } catch {
    // Some browsers name a language that does not exist, like en-US@posix.
    return SERVER_LOCALE
  }
}

let ofVisitor: string | undefined
export const visitorLocale = () => (ofVisitor ??= localeFor(navigator.language))
const neverChanges = () => () => {}

/** Creating one takes longer than using it. At most one per format, locale and time zone of the page. */
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

/** A day of the calendar on a page from the server: in the visitor's locale once the page is awake. */
export const useCalendarDay = (at: string, isShort: boolean) => {
  const locale = useSyncExternalStore(neverChanges, visitorLocale, () => SERVER_LOCALE)
  return textIn(locale, { ...(isShort ? SHORT_DAY : DAY), timeZone: 'UTC' }, at)
}
