import * as z from 'zod/mini'

/** What an `integer` column of PostgreSQL holds. */
export const INT32_MAX = 2_147_483_647
const INT32_MIN = -2_147_483_648

/** The only whole number that a request may contain. A wider range needs a wider column. */
export const integer = (min = INT32_MIN, max = INT32_MAX) => z.int('A whole number.').check(...bounds(min, max))

/** The same in an address, where everything is text. */
export const integerParam = (min = INT32_MIN, max = INT32_MAX) =>
  z.coerce.number().check(z.int('A whole number.'), ...bounds(min, max))

/** The only number with decimals that a request may contain. */
export const decimal = (min: number, max: number) => z.number('A number.').check(...bounds(min, max))

/** How many rows a page has. */
export const pageSize = (usual: number, most: number) => z._default(integerParam(1, most), usual)

const bounds = (min: number, max: number) =>
  [z.minimum(min, min === 0 ? 'Not below zero.' : `At least ${min}.`), z.maximum(max, `At most ${max}.`)] as const
