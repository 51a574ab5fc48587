import * as z from 'zod/mini'
import { integer, integerParam } from './number.ts'

/** The id of a row. */
export const Id = integer(1)

/** The id of a row in a path. */
export const IdParam = integerParam(1)

export const idParams = z.strictObject({ id: IdParam })
