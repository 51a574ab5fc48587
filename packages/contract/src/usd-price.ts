import * as z from 'zod/mini'
import { type Cents, cents } from './money.ts'
import { decimal, INT32_MAX } from './number.ts'

/** A price: dollars with decimals on the wire, whole cents on both sides of it. */
export const UsdPrice = z.codec(decimal(0, INT32_MAX / 100), z.custom<Cents>(), {
  decode: (usd) => cents(Math.round(usd * 100)),
  encode: (value) => value / 100,
})
