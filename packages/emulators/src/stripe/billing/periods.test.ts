import { afterEach, describe, expect, test, vi } from 'vitest'
import { addIntervals, periodEnd } from './periods.ts'

const MONTH = { interval: 'month', interval_count: 1 }
const seconds = (moment: string) => Date.parse(moment) / 1_000
const text = (moment: number) => new Date(moment * 1_000).toISOString()

/** The ends of this many consecutive periods. */
const endsOf = (anchor: number, interval: typeof MONTH, count: number) => {
  const ends: number[] = []
  for (let start = anchor; ends.length < count; start = ends.at(-1) ?? start) {
    ends.push(periodEnd(anchor, interval, start))
  }
  return ends
}

afterEach(() => {
  vi.unstubAllEnvs()
})

describe('periods', () => {
  test('a month without the anchor’s day ends on its last day, and the next month uses the day again', () => {
    expect(endsOf(seconds('2026-01-31T12:30:15Z'), MONTH, 4).map(text)).toEqual([
      '2026-02-28T12:30:15.000Z',
      '2026-03-31T12:30:15.000Z',
      '2026-04-30T12:30:15.000Z',
      '2026-05-31T12:30:15.000Z',
    ])
  })

  test('monthly periods keep the anchor’s day and time, whichever day of two years the anchor is', () => {
    const DAY = 24 * 60 * 60
    for (let anchor = seconds('2027-01-01T23:59:59Z'); anchor < seconds('2029-01-01'); anchor += DAY) {
      const wanted = new Date(anchor * 1_000)
      endsOf(anchor, MONTH, 24).forEach((end, position) => {
        const [year, month] = [wanted.getUTCFullYear(), wanted.getUTCMonth() + position + 1]
        const ended = new Date(end * 1_000)
        expect(ended.getUTCFullYear() * 12 + ended.getUTCMonth()).toBe(year * 12 + month)
        const daysInMonth = new Date(Date.UTC(year, month + 1, 1) - 1).getUTCDate()
        expect(ended.getUTCDate()).toBe(Math.min(wanted.getUTCDate(), daysInMonth))
        expect(end % DAY).toBe(anchor % DAY)
      })
    }
  })

  test('a year from 29 February ends on the 28th until the next leap year', () => {
    const years = endsOf(seconds('2028-02-29T08:00:00Z'), { interval: 'year', interval_count: 1 }, 4)
    expect(years.map((end) => text(end).slice(0, 10))).toEqual(['2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  test('days, weeks and several intervals at once are counted exactly', () => {
    const anchor = seconds('2026-03-01T00:00:00Z')
    expect(text(addIntervals(anchor, { interval: 'day', interval_count: 3 }, 2))).toBe('2026-03-07T00:00:00.000Z')
    expect(text(addIntervals(anchor, { interval: 'week', interval_count: 2 }, 1))).toBe('2026-03-15T00:00:00.000Z')
    expect(text(periodEnd(anchor, { interval: 'month', interval_count: 3 }, anchor))).toBe('2026-06-01T00:00:00.000Z')
  })

  test.each(['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland'])(
    'T-CLOCK: billing periods end at the same second for a process in %s',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(new Date(0).getHours()).not.toBe(0)
      const oneAfter = (start: string) => text(periodEnd(seconds(start), MONTH, seconds(start)))
      expect(
        [
          '2028-01-31T23:30:00Z', // to the leap day
          '2027-12-31T23:59:59Z', // across the end of the year
          '2027-02-28T02:30:00Z', // across the start of daylight saving time
          '2027-10-07T09:30:00Z', // across its end
        ].map(oneAfter),
      ).toEqual([
        '2028-02-29T23:30:00.000Z',
        '2028-01-31T23:59:59.000Z',
        '2027-03-28T02:30:00.000Z',
        '2027-11-07T09:30:00.000Z',
      ])
    },
  )
})
