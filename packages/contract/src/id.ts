import * as z from 'zod/mini'

export const Id = z.int().check(z.positive())

/** A number in an address. One that no row can have is refused here, before the database would. */
export const IdParam = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647))

export const idParams = z.strictObject({ id: IdParam })
