import * as z from 'zod/mini'

/** What a field becomes when an answer lacks it, by its name at any depth, as the browser sees it. */
type Fallbacks = Readonly<Record<string, unknown>>

/**
 * The form of a response schema with which browsers read the calls that the specification describes: a field that is
 * missing or null where it must not be becomes its fallback, so that one gap does not hide a whole page. Null is kept
 * where the schema allows it, and a value of a wrong type is still refused. The server's own answers are never read
 * with it.
 */
export const lenient = <S extends z.ZodMiniType>(
  schema: S,
  fallbacks: Fallbacks = {},
): z.ZodMiniType<z.output<S>, unknown> =>
  // The fallbacks fill every gap, so the output has the shape of the strict schema.
  loosened(schema, fallbacks) as z.ZodMiniType<z.output<S>, unknown>

/** For an answer that is shown as it is, or not read at all. Only one that says that it failed is refused. */
export const asItIs = <Answer>(): z.ZodMiniType<Answer, unknown> =>
  z.transform((answer: unknown, { issues }) => {
    const hasFailed = (answer as { success?: unknown } | null | undefined)?.success === false
    if (hasFailed) issues.push({ code: 'custom', input: answer, message: 'The call has failed.' })
    return answer as Answer
  })

const loosened = (schema: z.ZodMiniType, fallbacks: Fallbacks): z.ZodMiniType => {
  if (schema instanceof z.ZodMiniObject) {
    const fields = Object.entries(schema.def.shape as Record<string, z.ZodMiniType>)
    return z.object(Object.fromEntries(fields.map(([name, field]) => [name, filled(name, field, fallbacks)])))
  }
  if (schema instanceof z.ZodMiniDiscriminatedUnion) {
    const { options, discriminator } = schema.def as z.core.$ZodDiscriminatedUnionDef
    return z.union(
      options.map((option) => {
        const { shape } = (option as z.ZodMiniObject).def
        // Which of the answers it is must be said, never guessed.
        return z.extend(loosened(option as z.ZodMiniType, fallbacks) as z.ZodMiniObject, {
          [discriminator]: shape[discriminator] as z.ZodMiniType,
        })
      }),
    )
  }
  if (schema instanceof z.ZodMiniArray) return z.array(loosened(schema.def.element as z.ZodMiniType, fallbacks))
  if (schema instanceof z.ZodMiniNullable) return z.nullable(loosened(inside(schema), fallbacks))
  if (schema instanceof z.ZodMiniOptional) return z.optional(loosened(inside(schema), fallbacks))
  return schema
}

const inside = (schema: z.ZodMiniNullable | z.ZodMiniOptional) => schema.def.innerType as unknown as z.ZodMiniType

const filled = (name: string, field: z.ZodMiniType, fallbacks: Fallbacks): z.ZodMiniType => {
  const loose = loosened(field, fallbacks)
  const allowsNull = field instanceof z.ZodMiniNullable
  const fallback = name in fallbacks ? fallbacks[name] : emptyOf(field, loose)
  return z.pipe(
    z.transform((value: unknown) => (value === null && !allowsNull ? undefined : value)),
    z._default(loose, fallback as never),
  )
}

const emptyOf = (schema: z.ZodMiniType, loose: z.ZodMiniType): unknown => {
  if (schema instanceof z.ZodMiniNullable) return null
  if (schema instanceof z.ZodMiniOptional) return undefined
  if (schema instanceof z.ZodMiniObject) return z.parse(loose, {})
  if (schema instanceof z.ZodMiniArray) return []
  if (schema instanceof z.ZodMiniBoolean) return false
  if (schema instanceof z.ZodMiniString) return ''
  if (schema instanceof z.ZodMiniNumber) return 0
  if (schema instanceof z.ZodMiniLiteral) return schema.def.values[0]
  // A codec, such as a price: what its empty text or number means.
  if (schema instanceof z.ZodMiniPipe) return z.parse(schema, emptyOf(schema.def.in as unknown as z.ZodMiniType, loose))
  throw new TypeError(`A field of type ${schema.def.type} needs a fallback.`)
}
