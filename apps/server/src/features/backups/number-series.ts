import { type SQL, sql } from 'drizzle-orm'
import { NUMBER_SERIES, type NumberSeries } from '@slipstream/contract/number-series'
import { type Db, readRows, type Tx } from '@slipstream/db/client'
import { invoiceCounters } from '@slipstream/db/tables/invoices'

/** A series' last number. The year is zero if the series does not restart every year. */
export interface Place {
  year: number
  place: number
}
export type Places = Record<NumberSeries, Place>

const SEQUENCES = { orders: 'order_numbers', accounts: 'users_id_seq', tickets: 'tickets_id_seq' } as const
const COUNTERS = { invoices: 'INV', credit_notes: 'CN' } as const

export const isCounted = (series: NumberSeries): series is keyof typeof COUNTERS => series in COUNTERS

/** The entries are those of the list, which the type of `fromEntries` forgets. */
export const bySeries = <T>(find: (series: NumberSeries) => T) =>
  Object.fromEntries(NUMBER_SERIES.map((series) => [series, find(series)])) as Record<NumberSeries, T>

const NOTHING: Place = { year: 0, place: 0 }

export const later = (one: Place, other: Place): Place =>
  one.year > other.year || (one.year === other.year && one.place > other.place) ? one : other

export const highest = (all: readonly Partial<Places>[]): Places =>
  bySeries((series) => all.reduce((most, places) => later(most, places[series] ?? NOTHING), NOTHING))

/** The last number that each series has drawn. Takes no lock, so no payment waits for it. */
export const readPlaces = async (db: Db): Promise<Places> => {
  const drawn = Object.entries(SEQUENCES).map(
    ([series, sequence]) =>
      sql`select ${series} as series, 0 as year, case when is_called then last_value else 0 end::float8 as place from ${sql.identifier(sequence)}`,
  )
  const counted = Object.entries(COUNTERS).map(
    ([series, name]) => sql`select ${series}, year, place::float8 from ${invoiceCounters} where series = ${name}`,
  )
  const rows = await readRows<Place & { series: string }>(db, sql.join([...drawn, ...counted], sql` union all `))
  return bySeries((series) => {
    const { year, place } = rows.find((row) => row.series === series) ?? NOTHING
    return { year, place }
  })
}

/** The next number of each series comes after this place. Never goes back. */
export const raisePlaces = async (tx: Tx, places: Partial<Places>) => {
  for (const series of NUMBER_SERIES) {
    const place = places[series]
    if (place)
      await tx.execute(
        isCounted(series) ? raiseCounter(COUNTERS[series], place) : raiseSequence(SEQUENCES[series], place),
      )
  }
}

const raiseCounter = (name: 'INV' | 'CN', { year, place }: Place): SQL => sql`
  insert into ${invoiceCounters} as counter (series, year, place) values (${name}, ${year}, ${place})
  on conflict (series) do update set year = excluded.year, place = excluded.place
  where (counter.year, counter.place) < (excluded.year, excluded.place)`

const raiseSequence = (name: string, { place }: Place): SQL =>
  sql`select setval(${name}::regclass, greatest(last_value, ${place}::bigint)) from ${sql.identifier(name)}`
