import { sql } from 'drizzle-orm'
import { readRows, type Tx } from '@slipstream/db/client'
import { invoiceCounters, invoices } from '@slipstream/db/tables/invoices'
import { parseNumber } from '#lib/document-number.ts'

/**
 * The next number of a series. The counter's row stays locked until the transaction ends, so a rollback returns the
 * number and no other order can have drawn a later one meanwhile. The clock is read under the lock: a later number
 * never has an earlier date, and numbers restart at one each year. A clock that is set back does not reopen a year.
 */
export const drawNumber = async (tx: Tx, series: 'INV' | 'CN', timeZone: string) => {
  const thisYear = sql`extract(year from clock_timestamp() at time zone ${timeZone})::int`
  const [drawn] = await readRows<{ year: number; place: number; at: number }>(
    tx,
    sql`insert into ${invoiceCounters} as counter (series, year, place) values (${series}, ${thisYear}, 1)
      on conflict (series) do update set (year, place) = (
        select greatest(counter.year, clock.year), case when clock.year > counter.year then 1 else counter.place + 1 end
        from (select ${thisYear} as year offset 0) clock)
      returning year, place, (extract(epoch from clock_timestamp()) * 1000)::float8 as at`,
  )
  if (!drawn) throw new Error(`no number was drawn from ${series}`)
  const { year, place, at } = drawn
  return { year, place, issuedAt: new Date(at), number: `${series}-${year}-${String(place).padStart(6, '0')}` }
}

/**
 * The number that a document had before a restore lost it, as noted on its payment at Stripe, so that a buyer never has
 * two invoices for one payment. Null if another document has the number, or the series has not come that far.
 */
export const takeNumber = async (tx: Tx, series: 'INV' | 'CN', noted: string, issuedAt: Date) => {
  const number = parseNumber(noted)
  if (number?.prefix !== series) return null
  const { year, place } = number
  const [free] = await readRows(
    tx,
    sql`select from ${invoiceCounters} counter
      where series = ${series} and (counter.year, counter.place) > (${year}::int, ${place}::int)
        and not exists (select from ${invoices} where number = ${noted})`,
  )
  return free ? { year, place, issuedAt, number: noted } : null
}
