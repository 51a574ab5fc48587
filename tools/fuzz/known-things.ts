import type { Random } from './random.ts'

const KEPT = 60

/** Ids, cursors and names from the store's own answers. A request with a real id gets further than one with a guess. */
export const createKnownThings = () => {
  const pools = new Map<string, (string | number)[]>()

  const add = (name: string, value: string | number) => {
    const pool = pools.get(name) ?? []
    pools.set(name, pool)
    if (pool.includes(value)) return
    pool.push(value)
    if (pool.length > KEPT) pool.shift()
  }

  const learn = (collection: string, value: unknown, depth = 0): void => {
    if (typeof value !== 'object' || value === null || depth > 5) return
    for (const [key, part] of Object.entries(value).slice(0, 80) as [string, unknown][]) {
      if (typeof part === 'object') learn(Array.isArray(value) ? collection : key, part, depth + 1)
      else if (typeof part === 'number' || (typeof part === 'string' && part !== ''))
        add(key === 'id' ? `${collection}.id` : key, part)
    }
  }

  return {
    /** Remembers the values in an answer. Ids belong to the key they are nested under, or else to the address. */
    learn: (address: string, answer: unknown) => learn(collectionOf(address), answer),
    pick: (name: string, random: Random): string | number | undefined => {
      const pool = pools.get(name)
      return pool && random.pick(pool)
    },
  }
}
export type KnownThings = ReturnType<typeof createKnownThings>

/** `orders` for `/api/admin/orders/{id}/refund`: the segment before the (first) parameter, or else the last one. */
export const collectionOf = (address: string, parameter?: string) => {
  const parts = address.split('?')[0]!.split('/')
  const at =
    parameter === undefined ? parts.findIndex((part) => /^(\{|\d)/.test(part)) : parts.indexOf(`{${parameter}}`)
  return parts.at(at === -1 ? -1 : at - 1) ?? ''
}
