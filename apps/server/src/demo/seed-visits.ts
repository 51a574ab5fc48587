import { sql } from 'drizzle-orm'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@slipstream/contract/durations'
import type { VisitPage } from '@slipstream/contract/visit-terms'
import type { Tx } from '@slipstream/db/client'
import { countVisits } from '#features/visits/count-visits.service.ts'
import { seededNumbers } from '#lib/seeded-numbers.ts'
import type { Happened, VisitRow } from '#features/visits/visit-row.ts'
import { newBatch, writeBatch } from '#features/visits/write-visits.service.ts'

const DAYS = 75
const VISITORS_A_DAY = 34
const REFERRERS = ['discord.com', 'forum.example', 'videos.example', 'search.example'] as const
const SEARCHES = ['rally', 'v8', 'drift', 'truck', 'gt3', 'electric', 'police', 'wagon'] as const
const MISSED = ['kestrel cabrio', 'motorbike', 'hovercraft', 'steering wheel'] as const
const LANDINGS: readonly VisitPage[] = ['/', '/', '/', '/mods', '/about']
const OTHER_PAGES: readonly VisitPage[] = ['/mods', '/subscribe', '/about']
/** Visitors are only counted, so any ids will do. */
const FIRST_VISITOR = 1_000_000n

/** What visitors of the last weeks did: mostly look, sometimes search, rarely buy. */
export const seedVisits = async (tx: Tx, mods: readonly { id: number }[], now: Date) => {
  const { upTo, oneOf } = seededNumbers(42)
  const rows: VisitRow[] = []
  let visitor = FIRST_VISITOR
  for (let day = DAYS; day >= 0; day -= 1) {
    const people = VISITORS_A_DAY + Math.floor((DAYS - day) / 4) + upTo(9)
    for (let person = 0; person < people; person += 1) {
      const at = new Date(now.getTime() - day * DAY_MS - upTo(24 * HOUR_MS))
      const who = {
        visitor,
        isBot: upTo(12) === 0,
        device: oneOf(['phone', 'desktop', 'desktop'] as const),
        country: null,
      }
      visitor += 1n
      rows.push(
        ...visit({ upTo, oneOf, mods }).map((event, place) => ({
          ...event,
          ...who,
          at: new Date(at.getTime() + place * MINUTE_MS),
        })),
      )
    }
  }
  const past = rows.filter(({ at }) => at < now).sort((one, other) => one.at.getTime() - other.at.getTime())
  await tx.execute(sql`select add_visit_months(${-Math.ceil(DAYS / 28)}, 2)`)
  await writeBatch(tx, newBatch(past, 0))
  await countVisits(tx, new AbortController().signal)
}

interface Chance {
  upTo: (most: number) => number
  oneOf: <T>(list: readonly T[]) => T
  mods: readonly { id: number }[]
}

const visit = ({ upTo, oneOf, mods }: Chance): Happened[] => {
  const page = oneOf(LANDINGS)
  const landing: Happened = { kind: 'view', page, ...(upTo(3) === 0 && { referrer: oneOf(REFERRERS) }) }
  const slow = upTo(8) === 0 ? 3 : 1
  const events: Happened[] = [
    landing,
    { kind: 'vital', page, vital: 'LCP', value: slow * (900 + upTo(1_100)) },
    { kind: 'vital', page, vital: 'INP', value: slow * (40 + upTo(90)) },
    { kind: 'vital', page, vital: 'CLS', value: upTo(60) / 1_000 },
    { kind: 'vital', page, vital: 'TTFB', value: slow * (80 + upTo(300)) },
  ]
  if (upTo(2) === 0) events.push({ kind: 'view', page: oneOf(OTHER_PAGES) })
  if (upTo(5) === 0) events.push({ kind: 'search', term: oneOf(SEARCHES), found: true })
  if (upTo(30) === 0) events.push({ kind: 'search', term: oneOf(MISSED), found: false })
  if (upTo(10) < 7) events.push({ kind: 'view', page: '/mods/:id', modId: oneOf(mods).id })
  if (upTo(9) === 0) events.push({ kind: 'cart', modId: oneOf(mods).id })
  if (upTo(16) === 0) events.push({ kind: 'checkout' })
  return events
}
