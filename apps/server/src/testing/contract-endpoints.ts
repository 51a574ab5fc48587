import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { AnyEndpoint } from '@slipstream/contract/endpoint'

const CONTRACT = path.resolve(import.meta.dirname, '../../../../packages/contract/src')

const isApi = (name: string, value: unknown): value is Record<string, AnyEndpoint> =>
  name.endsWith('Api') && typeof value === 'object' && value !== null

/** Every endpoint of the contract, by the name it has in the code, such as `cartApi.add`. */
export const readContractEndpoints = async (): Promise<Map<string, AnyEndpoint>> => {
  const files = readdirSync(CONTRACT).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name) => import(path.join(CONTRACT, name)) as Promise<Record<string, unknown>>),
  )
  const apis = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (isApi(name, value) ? [{ name, value }] : [])),
  )
  return new Map(
    apis.flatMap(({ name, value }) => Object.entries(value).map(([call, api]) => [`${name}.${call}`, api] as const)),
  )
}
