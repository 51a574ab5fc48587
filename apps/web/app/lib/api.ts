import { queryOptions } from '@tanstack/react-query'
import type { ApiAddress } from '@slipstream/contract/addresses'
import type { AnyEndpoint, BodyInputOf, ParamsOf, QueryInputOf, ResponseOf } from '@slipstream/contract/endpoint'
import { withProof } from './guard.ts'
import type { QueryPath } from './query-keys.ts'
import { ApiError, parseJson, request } from './request.ts'

type Part<Name extends string, T> = undefined extends T ? { [N in Name]?: undefined } : { [N in Name]: T }
export type Input<E> = Part<'params', ParamsOf<E>> & Part<'query', QueryInputOf<E>> & Part<'body', BodyInputOf<E>>

/** Calls one contract endpoint; the response is validated and decoded. */
export const callApi = async <E extends AnyEndpoint>(
  api: E,
  input?: Input<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> => {
  const send = () => request(addressOf(api, input), { method: api.method, body: input?.body, signal })
  // What a page reads by itself must not open a dialog.
  const response = await (api.method === 'GET' ? send() : withProof(send))
  return decodeAnswer(api, await response.text())
}

/**
 * A contract endpoint as a query. The key is the address, so the server can fill the cache before the page is sent. The
 * contract itself loads only when the browser really sends a request, which most public pages never do.
 */
export const apiQuery = <E extends AnyEndpoint>(
  path: E['path'] & QueryPath,
  load: () => Promise<E>,
  input?: Input<E>,
) =>
  queryOptions({
    queryKey: [filledIn(path, input)],
    queryFn: async ({ signal }) => callApi(await load(), input, signal),
  })

export const addressOf = <E extends AnyEndpoint>(api: E, input?: Input<E>): ApiAddress => filledIn(api.path, input)

const filledIn = (path: string, input: { params?: unknown; query?: unknown } = {}): ApiAddress => {
  const params = (input.params ?? {}) as Record<string, unknown>
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined)
  const words = new URLSearchParams(query.map(([key, value]) => [key, String(value)])).toString()
  // The compiler cannot follow the replacement. The path is one of the contract's.
  return (words ? `${address}?${words}` : address) as ApiAddress
}

export const decodeAnswer = <E extends AnyEndpoint>(api: E, text: string): ResponseOf<E> => {
  const answer = parseJson(text)
  const decoded = (api.reads ?? api.response).safeParse(answer)
  if (decoded.success) return decoded.data as ResponseOf<E>
  // Refused without an error status: people read the message, as with any other refusal.
  throw isRefusal(answer) ? new ApiError(200, text, '') : decoded.error
}

const isRefusal = (answer: unknown) =>
  typeof answer === 'object' &&
  answer !== null &&
  'success' in answer &&
  answer.success === false &&
  'message' in answer
