import { type APIRequestContext, request } from '@playwright/test'
import type { ApiAddress } from '@slipstream/contract/addresses'
import { PUBLIC_PASSWORD } from './people.ts'
import { expect, fromSomewhere, store } from './store.ts'

/** An address of the API; one that does not exist does not compile. */
export const api = <A extends ApiAddress>(address: A): A => address

/** Signs in and calls the API as a browser would, without its pages. */
export const callAs = async <Result>(
  username: string,
  act: (client: ReturnType<typeof clientOf>) => Promise<Result>,
  baseURL = store.url(),
): Promise<Result> => {
  const context = await request.newContext({
    baseURL,
    extraHTTPHeaders: { ...fromSomewhere(), origin: baseURL, 'x-requested-with': 'XMLHttpRequest' },
  })
  try {
    const client = clientOf(context)
    await client.post('/api/auth/login', { username, password: PUBLIC_PASSWORD })
    return await act(client)
  } finally {
    await context.dispose()
  }
}

const clientOf = (context: APIRequestContext) => ({
  get: <Answer>(address: ApiAddress) => answerOf<Answer>(context.get(address)),
  post: <Answer>(address: ApiAddress, data: object) => answerOf<Answer>(context.post(address, { data })),
})

const answerOf = async <Answer>(call: ReturnType<APIRequestContext['get']>): Promise<Answer> => {
  const response = await call
  expect(response.ok(), `${response.url()} ${await response.text()}`).toBe(true)
  return (await response.json()) as Answer
}
