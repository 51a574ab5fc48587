import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { invalidRequest } from '../core/failure.ts'
import { listOf } from '../core/listing.ts'
import { paging, parametersOf, text } from '../core/parameters.ts'

const MOST_TYPES = 20

const List = parametersOf<Stripe.EventListParams>()({
  ...paging,
  type: text.optional(),
  types: z.array(text).max(MOST_TYPES, `Invalid array: at most ${MOST_TYPES} event names`).optional(),
})

const isOfType = (asked: string | undefined) => {
  if (asked === undefined) return () => true
  const [start = '', ...rest] = asked.split('*')
  if (rest.length === 0) return ({ type }: Stripe.Event) => type === asked
  const end = rest.at(-1) ?? ''
  return ({ type }: Stripe.Event) => type.startsWith(start) && type.endsWith(end)
}

export const serveEvents = (api: Api, account: Account) => {
  api.on('GET /v1/events', List, ({ type, types, ...page }) => {
    if (type !== undefined && types !== undefined) {
      throw invalidRequest('You may pass either `type` or `types`, but not both.', { param: 'types' })
    }
    const events = Object.values(account.state.events)
      .filter(isOfType(type))
      .filter((event) => types === undefined || types.includes(event.type))
    return listOf('/v1/events', events, page)
  })
  api.on('GET /v1/events/:id', z.strictObject({}), (_, id) => find(account.state.events, 'event', id))
}
