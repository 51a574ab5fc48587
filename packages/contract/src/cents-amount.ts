import * as z from 'zod/mini'
import { type Cents, cents } from './money.ts'

/** An amount that travels as it is counted: whole cents. What is given back may be negative. */
export const CentsAmount = z.codec(z.int(), z.custom<Cents>(), {
  decode: (value) => cents(value),
  encode: (value) => value,
})
