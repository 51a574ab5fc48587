import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as z from 'zod/mini'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'

type Exported = [name: string, value: unknown]

const isObjectSchema = (value: unknown): value is z.ZodMiniObject =>
  value instanceof z.core.$ZodType && value._zod.def.type === 'object'

const endpointsIn = (exported: readonly Exported[]) =>
  exported
    .filter(([name]) => name.endsWith('Api'))
    .flatMap(([, api]) => Object.values(api as Record<string, AnyEndpoint>))

const readContract = async (): Promise<Exported[]> => {
  const folder = path.dirname(fileURLToPath(import.meta.resolve('@slipstream/contract/endpoint')))
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).sort()
  const modules = files.map((name) => import(pathToFileURL(path.join(folder, name)).href) as Promise<object>)
  return (await Promise.all(modules)).flatMap((module) => Object.entries(module))
}

/**
 * The objects that the contract exports, by name, so that the API document describes each of them once. Parameters are
 * left out: each is listed in its operation, where a reference is not possible.
 */
export const namedSchemas = async () => {
  const exported = await readContract()
  const parameters = new Set(endpointsIn(exported).flatMap(({ params, query }) => [params, query]))
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of exported) {
    if (isObjectSchema(schema) && !parameters.has(schema) && !registry.has(schema)) registry.add(schema, { id })
  }
  return registry
}

interface Document {
  components?: { schemas?: Record<string, unknown> }
}

const referencesIn = (part: unknown) =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name = '']) => name)

/** Drops schemas that nothing in the document references, such as the input variant of a response. */
export const withoutUnusedSchemas = <D extends object>(document: D): D => {
  const { schemas = {}, ...components } = (document as Document).components ?? {}
  const used = new Set<string>()
  const waiting = referencesIn({ ...document, components })
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (used.has(name)) continue
    used.add(name)
    waiting.push(...referencesIn(schemas[name] ?? {}))
  }
  const kept = Object.entries(schemas)
    .filter(([name]) => used.has(name))
    .toSorted(([one], [other]) => one.localeCompare(other, 'en'))
  return { ...document, components: { ...components, schemas: Object.fromEntries(kept) } }
}
