import * as z from 'zod/mini'
import { type Cents, cents } from './money.ts'

/** An amount sent as whole cents. Refunds may be negative. */
export const CentsAmount = z.codec(z.int(), z.custom<Cents>(), {
  decode: (value) => cents(value),
  encode: (value) => value,
})
