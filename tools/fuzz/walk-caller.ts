import type { KnownThings } from './known-things.ts'
import type { Operation } from './operations.ts'
import { type People, type Person, strangeAddress } from './people.ts'
import type { Sender } from './send.ts'
import { parseJson } from './verdict.ts'

export interface Walk {
  sender: Pick<Sender, 'send'>
  people: People
  known: KnownThings
  operations: readonly Operation[]
  /** Called with the name of every operation that succeeded. */
  reach: (name: string) => void
  turnstileUrl: string
  stripeUrl: string
  storeUrl: string
}

type Json = Record<string, unknown>

export type Call = (method: string, url: string, body?: unknown) => Promise<Json>

/** Calls the store as a person, or as a visitor. Random requests learn from what it answers. */
export const createCaller =
  ({ sender, known, operations, reach }: Walk) =>
  (person: Pick<Person, 'token'> | null): Call =>
  async (method, url, body) => {
    const answer = await sender.send({
      method,
      url,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': strangeAddress(),
        ...(person && { authorization: `Bearer ${person.token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const value = (parseJson(answer.text) ?? {}) as Json
    if (answer.status < 300) {
      known.learn(url, value)
      reach(nameOf(operations, method, url))
    }
    return value
  }

const nameOf = (operations: readonly Operation[], method: string, url: string) => {
  const path = url.split('?')[0]!
  const fits = (pattern: string) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path)
  const exact = operations.find((each) => each.method === method && each.path === path)
  return (exact ?? operations.find((each) => each.method === method && fits(each.path)))?.name ?? `${method} ${path}`
}
