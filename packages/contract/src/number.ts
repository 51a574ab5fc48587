import * as z from 'zod/mini'

/** The range of PostgreSQL's `integer`. */
export const INT32_MAX = 2_147_483_647
/** More than any sequence of `bigint` keys reaches, and exact as a JavaScript number. */
export const SAFE_MAX = 10 ** 14
const INT32_MIN = -2_147_483_648

/** The only integer type for requests. A wider range needs a wider column. */
export const integer = (min = INT32_MIN, max = INT32_MAX) => z.int('Enter a whole number.').check(...bounds(min, max))

/** The same for paths and queries, where everything is text. */
export const integerParam = (min = INT32_MIN, max = INT32_MAX) =>
  z.coerce.number().check(z.int('Enter a whole number.'), ...bounds(min, max))

/** The only decimal type for requests. */
export const decimal = (min: number, max: number) => z.number('Enter a number.').check(...bounds(min, max))

/** Rows per page. */
export const pageSize = (usual: number, most: number) => z._default(integerParam(1, most), usual)

const bounds = (min: number, max: number) =>
  [z.minimum(min, min === 0 ? 'Must not be negative.' : `At least ${min}.`), z.maximum(max, `At most ${max}.`)] as const
