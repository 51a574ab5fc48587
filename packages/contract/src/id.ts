import * as z from 'zod/mini'
import { integer, integerParam, SAFE_MAX } from './number.ts'
import { text } from './text.ts'

/** The id of a row. */
export const Id = integer(1)

/** The id of a row in a path. */
export const IdParam = integerParam(1)

/** The same for tables with wide ids. */
export const WideId = integer(1, SAFE_MAX)
export const wideIdParams = z.strictObject({ id: integerParam(1, SAFE_MAX) })

export const idParams = z.strictObject({ id: IdParam })

/** Ids in a query, separated by commas. */
export const idList = (most: number) =>
  z.pipe(
    z.pipe(
      text(most * 11, { verbatim: true }),
      z.transform((ids: string): unknown[] => ids.split(',')),
    ),
    z.array(IdParam).check(z.minLength(1), z.maxLength(most)),
  )
