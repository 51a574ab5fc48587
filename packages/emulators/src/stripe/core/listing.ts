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

/** One page of rows, newest first, with Stripe's cursor paging. Rows are stored in creation order. */
export const listOf = <Item extends Row>(url: string, rows: readonly Item[], paging: Paging) => {
  const limit = paging.limit ?? 10
  if (limit < 1 || limit > 100) {
    throw invalidRequest(`Invalid limit: must be between 1 and 100, not ${limit}`, { param: 'limit' })
  }
  const newestFirst = rows.filter((row) => isWithin(row.created ?? 0, paging.created)).reverse()
  const { page, hasMore } = pageOf(newestFirst, limit, paging)
  return { object: 'list' as const, url, has_more: hasMore, data: page }
}

/** Whether a row matches every given filter; omitted parameters match everything. */
export const isLike = <Item extends object>(row: Item, wanted: { [Name in keyof Item]?: Item[Name] | undefined }) =>
  Object.entries(wanted).every(([name, value]) => value === undefined || row[name as keyof Item] === value)

const pageOf = <Item extends Row>(rows: readonly Item[], limit: number, paging: Paging) => {
  if (paging.ending_before !== undefined) {
    const end = positionOf(rows, paging.ending_before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { page: rows.slice(start, end), hasMore: start > 0 }
  }
  const start = paging.starting_after === undefined ? 0 : positionOf(rows, paging.starting_after, 'starting_after') + 1
  return { page: rows.slice(start, start + limit), hasMore: rows.length > start + limit }
}

const positionOf = (rows: readonly Row[], id: string, param: string) => {
  const position = rows.findIndex((row) => row.id === id)
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
