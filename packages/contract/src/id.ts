import * as z from 'zod/mini'
import { integer, integerParam } from './number.ts'

/** The number of a row. */
export const Id = integer(1)

/** The number of a row in an address. */
export const IdParam = integerParam(1)

export const idParams = z.strictObject({ id: IdParam })
