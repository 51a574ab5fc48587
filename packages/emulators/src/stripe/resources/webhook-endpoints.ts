import type Stripe from 'stripe'
import * as z from 'zod'
import { type Account, API_VERSION, find } from '../core/account.ts'
import type { Api } from '../core/api.ts'
import { isEventName } from '../webhooks/event-names.ts'
import { notEmulated } from '../core/failure.ts'
import { newId, randomLetters } from '../core/ids.ts'
import { listOf } from '../core/listing.ts'
import { flag, mergeMetadata, metadata, paging, parametersOf, text, textOrNone } from '../core/parameters.ts'

const eventNames = z
  .array(z.string().refine((name) => name === '*' || isEventName(name), 'Invalid event name'))
  .min(1, 'Invalid array: at least one event name')
const address = z.url({ protocol: /^https?$/, error: 'Invalid URL' })

const about = { description: textOrNone.optional(), metadata: metadata.optional() }
const Create = parametersOf<Stripe.WebhookEndpointCreateParams>()({
  ...about,
  api_version: text.optional(),
  enabled_events: eventNames,
  url: address,
})
const Update = parametersOf<Stripe.WebhookEndpointUpdateParams>()({
  ...about,
  disabled: flag.optional(),
  enabled_events: eventNames.optional(),
  url: address.optional(),
})
const { limit, starting_after, ending_before } = paging
const List = parametersOf<Stripe.WebhookEndpointListParams>()({ limit, starting_after, ending_before })

type NewEndpoint = Pick<z.infer<typeof Create>, 'description' | 'enabled_events' | 'metadata' | 'url'>

const newEndpoint = (id: string, created: number, given: NewEndpoint): Stripe.WebhookEndpoint => ({
  id,
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created,
  description: given.description ?? null,
  enabled_events: given.enabled_events,
  livemode: false,
  metadata: mergeMetadata({}, given.metadata),
  status: 'enabled',
  url: given.url,
})

const createEndpoint = (account: Account, { api_version, ...given }: z.infer<typeof Create>) => {
  if (api_version !== undefined && api_version !== API_VERSION) throw notEmulated(`the API version ${api_version}`)
  const endpoint = newEndpoint(newId('we'), account.now(), given)
  endpoint.api_version = api_version ?? null
  const secret = `whsec_${randomLetters(32)}`
  account.state.webhookEndpoints[endpoint.id] = endpoint
  account.state.webhookSecrets[endpoint.id] = secret
  // The secret is never shown again.
  return { ...endpoint, secret }
}

const updateEndpoint = (endpoint: Stripe.WebhookEndpoint, given: z.infer<typeof Update>) => {
  const { disabled, metadata: change, ...plain } = given
  Object.assign(endpoint, plain)
  endpoint.metadata = mergeMetadata(endpoint.metadata, change)
  if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled'
  return endpoint
}

const deleteEndpoint = (account: Account, { id }: Stripe.WebhookEndpoint): Stripe.DeletedWebhookEndpoint => {
  delete account.state.webhookEndpoints[id]
  delete account.state.webhookSecrets[id]
  return { id, object: 'webhook_endpoint', deleted: true }
}

const GIVEN = 'we_given_at_start'

/** Adds the endpoint given at start to the account, whatever else the account contains. */
export const keepGivenEndpoint = ({ state, now }: Account, { url, secret }: { url: string; secret: string }) => {
  const description = 'Given when the emulator was started'
  const known = state.webhookEndpoints[GIVEN]
  state.webhookEndpoints[GIVEN] = known
    ? { ...known, url }
    : newEndpoint(GIVEN, now(), { description, enabled_events: ['*'], url })
  state.webhookSecrets[GIVEN] = secret
}

export const serveWebhookEndpoints = (api: Api, account: Account) => {
  const endpoint = (id: string) => find(account.state.webhookEndpoints, 'webhook endpoint', id, 'webhook_endpoint')
  api.on('POST /v1/webhook_endpoints', Create, (given) => createEndpoint(account, given))
  api.on('GET /v1/webhook_endpoints', List, (given) =>
    listOf('/v1/webhook_endpoints', Object.values(account.state.webhookEndpoints), given),
  )
  api.on('GET /v1/webhook_endpoints/:id', z.strictObject({}), (_, id) => endpoint(id))
  api.on('POST /v1/webhook_endpoints/:id', Update, (given, id) => updateEndpoint(endpoint(id), given))
  api.on('DELETE /v1/webhook_endpoints/:id', z.strictObject({}), (_, id) => deleteEndpoint(account, endpoint(id)))
}
