import * as z from 'zod'
import { invalidRequest } from './failure.ts'

/** The value types of a form. */
export const text = z.string().max(5_000)
/** An empty string unsets the value. */
export const textOrNone = text.transform((value) => (value === '' ? null : value))
export const wholeNumber = z
  .string()
  .regex(/^-?\d+$/, 'Invalid integer')
  .transform(Number)
export const flag = z.enum(['true', 'false'], 'Invalid boolean').transform((value) => value === 'true')
/** An id chosen by the caller. */
export const ownId = z.string().regex(/^[A-Za-z0-9][\w-]{0,200}$/, 'Invalid id')
export const currency = z.string().length(3).toLowerCase()
export const metadata = z.union([z.record(z.string().max(40), z.string().max(500)), z.literal('')])
export type MetadataChange = z.infer<typeof metadata>

const moment = z.union([
  wholeNumber.transform((at) => ({ gte: at, lte: at })),
  z.strictObject({
    gt: wholeNumber.optional(),
    gte: wholeNumber.optional(),
    lt: wholeNumber.optional(),
    lte: wholeNumber.optional(),
  }),
])
export type Moment = z.infer<typeof moment>

/** Parameters of every list. */
export const cursors = {
  limit: wholeNumber.optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
}
/** Parameters of most lists. */
export const paging = { ...cursors, created: moment.optional() }

/** Strict parameters whose names all exist in the real API: a name that Stripe does not know does not compile. */
export const parametersOf =
  <Real>() =>
  <Shape extends { [Name in keyof Shape]: Name extends keyof Real ? z.ZodType : never }>(shape: Shape) =>
    z.strictObject(shape)

/** New keys are merged in; an empty value removes its key, an empty string removes all. */
export const mergeMetadata = (old: Record<string, string>, change: MetadataChange | undefined) => {
  if (change === undefined) return old
  if (change === '') return {}
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''))
}

/** Reads parameters strictly, or fails with Stripe's message about the first wrong one. */
export const readParameters = <Schema extends z.ZodType>(schema: Schema, given: unknown): z.infer<Schema> => {
  const parsed = schema.safeParse(given, { reportInput: true })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (!issue) throw parsed.error
  throw complaint(issue)
}

const complaint = (issue: z.core.$ZodIssue) => {
  if (issue.code === 'unrecognized_keys') {
    const param = bracketed([...issue.path, issue.keys[0] ?? ''])
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param })
  }
  const param = bracketed(issue.path)
  if (issue.input === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  }
  if (issue.input === '') {
    return invalidRequest(
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`,
      { code: 'parameter_invalid_empty', param },
    )
  }
  const code = issue.message === 'Invalid integer' ? { code: 'parameter_invalid_integer' } : {}
  return invalidRequest(`${issue.message}: ${JSON.stringify(issue.input)}`, { ...code, param })
}

/** `line_items[0][price]`, the form notation for nested values. */
const bracketed = ([first, ...rest]: readonly PropertyKey[]) =>
  String(first) + rest.map((part) => `[${String(part)}]`).join('')
