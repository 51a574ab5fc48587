import * as z from 'zod/mini'

/** What no row can have is refused here, before the database would. */
const MAX_ID = 2_147_483_647

export const Id = z.int().check(z.positive(), z.maximum(MAX_ID))

/** A number in an address. */
export const IdParam = z.coerce.number().check(z.int(), z.positive(), z.maximum(MAX_ID))

export const idParams = z.strictObject({ id: IdParam })
