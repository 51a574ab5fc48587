import { DAY, SERVER_LOCALE, SHORT_DAY, textIn, visitorLocale } from './visitor-dates.ts'

const TIME = { hour: 'numeric', minute: '2-digit' } as const
const LONG_DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const

/** The comments show what a visitor from the United States reads. */
const FORMATS = {
  /** Nov 24, 2026 */
  day: DAY,
  /** Nov 24 */
  shortDay: SHORT_DAY,
  /** Tue, Nov 24 */
  weekday: { ...SHORT_DAY, weekday: 'short' },
  /** Tuesday, November 24 */
  longDay: LONG_DAY,
  /** Nov 2026 */
  month: { month: 'short', year: 'numeric' },
  /** 2:05 PM */
  time: TIME,
  /** 2:05:07 PM */
  clock: { ...TIME, second: '2-digit' },
  /** Nov 24, 2:05 PM */
  shortMoment: { ...SHORT_DAY, ...TIME },
  /** Nov 24, 2026, 2:05 PM */
  moment: { ...DAY, ...TIME },
  /** Tuesday, November 24 at 2:05 PM */
  longMoment: { ...LONG_DAY, ...TIME },
} satisfies Record<string, Intl.DateTimeFormatOptions>

/**
 * In the visitor's locale, and in their time zone if none is given. Only for content rendered in the browser;
 * server-rendered pages use ui/calendar-day.tsx.
 */
export const dateText = (format: keyof typeof FORMATS, at: Date | string, timeZone?: string): string =>
  textIn(visitorLocale(), { ...FORMATS[format], timeZone }, at)

/** A calendar day in UTC, which is the same for everyone. */
export const calendarDay = (at: string): string => dateText('day', at, 'UTC')
export const shortDay = (at: string): string => dateText('shortDay', at, 'UTC')

/** `GMT+1`: the visitor's UTC offset at that time, which daylight saving changes. */
export const zoneText = (at: Date | string): string =>
  new Intl.DateTimeFormat(SERVER_LOCALE, { timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'
