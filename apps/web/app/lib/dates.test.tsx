import { render } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { localeFor } from './visitor-dates.ts'

const AT = '2026-11-04T14:05:00Z'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

/** Reloads the modules as in a browser with this language, because they read the locale only once. */
const inLanguage = async (language: string) => {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  vi.resetModules()
  return { ...(await import('./dates.ts')), ...(await import('#ui/calendar-day.tsx')) }
}

test.each([
  ['en-US', 'en-US'],
  ['en', 'en-US'],
  ['en-GB', 'en-GB'],
  ['de', 'en-DE'],
  ['de-AT', 'en-AT'],
  // English has no variant for Korea, and es-419 names no country.
  ['ko', 'en-GB'],
  ['es-419', 'en-GB'],
  // Not valid languages.
  ['en-US@posix', 'en-US'],
  ['', 'en-US'],
])('dates for a browser in %s are written in %s', (language, locale) => {
  expect(localeFor(language)).toBe(locale)
})

describe('how visitors read the same moment', () => {
  test.each([
    ['en-US', 'Nov 4, 2026, 2:05 PM', 'Wed, Nov 4'],
    ['de-DE', '4 Nov 2026, 14:05', 'Wed, 4 Nov'],
    ['en-AU', '4 Nov 2026, 2:05 pm', 'Wed, 4 Nov'],
  ])('a visitor with the language %s reads %s', async (language, moment, weekday) => {
    const { dateText } = await inLanguage(language)
    expect(dateText('moment', AT, 'UTC').replaceAll('\u202f', ' ')).toBe(moment)
    expect(dateText('weekday', AT, 'UTC')).toBe(weekday)
  })
})

test('a server-rendered day is the same for everyone and changes to the visitor’s format after hydration', async () => {
  const { CalendarDay } = await inLanguage('de-DE')
  const complaints = vi.spyOn(console, 'error')
  const page = document.createElement('p')
  page.innerHTML = renderToString(<CalendarDay at={AT} />)
  expect(page.textContent).toBe('Nov 4, 2026')

  render(<CalendarDay at={AT} />, { container: page, hydrate: true })
  expect(page.textContent).toBe('4 Nov 2026')
  expect(complaints).not.toHaveBeenCalled()
})

test('a calendar day is the same in every time zone', async () => {
  const { calendarDay } = await inLanguage('en-US')
  expect(calendarDay('2026-11-04T23:59:00Z')).toBe('Nov 4, 2026')
  expect(calendarDay('2026-11-04T00:01:00Z')).toBe('Nov 4, 2026')
})
