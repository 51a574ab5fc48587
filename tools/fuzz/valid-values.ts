import type { KnownThings } from './known-things.ts'
import type { Schema } from './operations.ts'
import type { Random } from './random.ts'

interface Sources {
  random: Random
  known: KnownThings
  resolve: (schema: Schema) => Schema
}

const DEEPEST = 7
const WORDS = ['hello', 'Drift', 'x', 'sport', 'two words', 'ÄÖ 日本', '1', '12', '0.36', '1.2.0', 'SUMMER25']

/** A value that the schema allows. Ids seen in earlier answers are used for fields of the same name. */
export const createValidValues = ({ random, known, resolve }: Sources) => {
  const objectOf = (schema: Schema, depth: number) =>
    Object.fromEntries(
      Object.entries(schema.properties ?? {})
        .filter(([name]) => schema.required?.includes(name) === true || random.chance(0.5))
        .map(([name, part]) => [name, valueOf(part, name, depth + 1)]),
    )

  const listOf = ({ items = {}, minItems = 0 }: Schema, name: string, depth: number) =>
    Array.from({ length: Math.max(minItems, random.below(3)) }, () => valueOf(items, name.replace(/s$/, ''), depth + 1))

  const numberOf = ({ minimum = -5, maximum = 1_000 }: Schema, isWhole: boolean) => {
    if (random.chance(0.1)) return random.pick([minimum, maximum])
    const value = minimum + random.next() * Math.min(maximum - minimum, 60)
    return isWhole ? Math.floor(value) : Math.round(value * 100) / 100
  }

  const textOf = ({ format, minLength = 0, maxLength = 200 }: Schema) => {
    if (format === 'email') return `fuzz_${random.below(1e6)}@customer.example`
    if (format === 'date-time') return new Date(1.79e12 + random.next() * 1e10).toISOString()
    if (format === 'uri') return 'https://video.example/watch'
    return random.pick(WORDS).padEnd(minLength, 'a').slice(0, maxLength)
  }

  const plain = (schema: Schema, name: string, depth: number): unknown => {
    switch (Array.isArray(schema.type) ? random.pick(schema.type) : schema.type) {
      case 'object':
        return objectOf(schema, depth)
      case 'array':
        return listOf(schema, name, depth)
      case 'integer':
        return numberOf(schema, true)
      case 'number':
        return numberOf(schema, false)
      case 'boolean':
        return random.chance(0.5)
      case 'string':
        return textOf(schema)
      case undefined:
      default:
        return null
    }
  }

  const valueOf = (given: Schema, name = '', depth = 0): unknown => {
    const schema = resolve(given)
    if (depth > DEEPEST) return null
    if (schema.const !== undefined) return schema.const
    if (schema.enum) return random.pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return valueOf(random.pick(options), name, depth + 1)
    const before = random.chance(0.7) ? known.pick(name, random) : undefined
    return before ?? plain(schema, name, depth)
  }

  return valueOf
}
