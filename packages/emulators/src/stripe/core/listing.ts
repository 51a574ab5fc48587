import { invalidRequest, noSuch } from './failure.ts'
import type { Moment } from './parameters.ts'

interface Paging {
  limit?: number | undefined
  starting_after?: string | undefined
  ending_before?: string | undefined
  created?: Moment | undefined
}

interface Row {
  id: string
  created?: number
}

/**
 * One page of the matching rows, newest first, with Stripe's cursor paging. Rows are stored in creation order. Only the
 * rows that the page needs are visited, because an account may have many.
 */
export const listOf = <Item extends Row>(
  url: string,
  rows: readonly Item[],
  paging: Paging,
  isWanted: (row: Item) => boolean = () => true,
) => {
  const limit = paging.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest(`Invalid limit: must be between 1 and 100, not ${limit}`, { param: 'limit' })
  }
  const isListed = (row: Item) => isWithin(row.created ?? 0, paging.created) && isWanted(row)
  const { page, hasMore } = pageOf(rows, limit, paging, isListed)
  return { object: 'list' as const, url, has_more: hasMore, data: page }
}

/** Whether a row matches every given filter; omitted parameters match everything. */
export const isLike = <Item extends object>(row: Item, wanted: { [Name in keyof Item]?: Item[Name] | undefined }) =>
  Object.entries(wanted).every(([name, value]) => value === undefined || row[name as keyof Item] === value)

const pageOf = <Item extends Row>(
  rows: readonly Item[],
  limit: number,
  paging: Paging,
  isListed: (row: Item) => boolean,
) => {
  if (paging.ending_before !== undefined) {
    const newer = firstOf(rows, positionOf(rows, paging.ending_before, 'ending_before') + 1, 1, limit, isListed)
    return { page: newer.page.reverse(), hasMore: newer.hasMore }
  }
  const start =
    paging.starting_after === undefined ? rows.length : positionOf(rows, paging.starting_after, 'starting_after')
  return firstOf(rows, start - 1, -1, limit, isListed)
}

/** The first matching rows from a position on, in one direction, and whether there are more. */
const firstOf = <Item extends Row>(
  rows: readonly Item[],
  start: number,
  step: 1 | -1,
  limit: number,
  isListed: (row: Item) => boolean,
) => {
  const page: Item[] = []
  for (let place = start; place >= 0 && place < rows.length; place += step) {
    const row = rows[place]
    if (!row || !isListed(row)) continue
    if (page.length === limit) return { page, hasMore: true }
    page.push(row)
  }
  return { page, hasMore: false }
}

const positionOf = (rows: readonly Row[], id: string, param: string) => {
  const position = rows.findLastIndex((row) => row.id === id)
  if (position < 0) throw noSuch('object', id, param)
  return position
}

const isWithin = (at: number, moment: Moment | undefined) => {
  if (!moment) return true
  const {
    gt = -Infinity,
    gte = -Infinity,
    lt = Infinity,
    lte = Infinity,
  } = moment as Record<string, number | undefined>
  return at > gt && at >= gte && at < lt && at <= lte
}
