import type * as z from 'zod/mini'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'

/** The parts of a zod schema's definition that contain other schemas. */
interface Definition {
  type: string
  shape?: Record<string, z.ZodMiniType>
  element?: z.ZodMiniType
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  items?: z.ZodMiniType[]
  in?: z.ZodMiniType
  out?: z.ZodMiniType
}

interface Leaf {
  path: string
  type: string
  schema: z.ZodMiniType
}

/** Every scalar that a request to this endpoint may contain. */
export const requestLeaves = ({ params, query, body }: AnyEndpoint): Leaf[] =>
  Object.entries({ params, query, body }).flatMap(([name, schema]) => (schema ? leavesOf(schema, name) : []))

const leavesOf = (schema: z.ZodMiniType, path: string): Leaf[] => {
  const definition = schema._zod.def as unknown as Definition
  const { type, shape, element, innerType, options, items } = definition
  if (shape) return Object.entries(shape).flatMap(([name, part]) => leavesOf(part, `${path}.${name}`))
  if (innerType) return leavesOf(innerType, path)
  if (definition.in) return [definition.in, definition.out].flatMap((side) => (side ? leavesOf(side, path) : []))
  if (options || items) return [...(options ?? []), ...(items ?? [])].flatMap((part) => leavesOf(part, path))
  return element ? leavesOf(element, `${path}[]`) : [{ path, type, schema }]
}
