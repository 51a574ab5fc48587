import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import type { ApiCall } from '@slipstream/contract/addresses'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import { createQueryClient } from '#lib/query-client.ts'

interface Asked {
  query: Record<string, string>
  body: unknown
}

type Answers = Partial<Record<ApiCall, (asked: Asked) => unknown>>

/** Responses by call, such as `GET /api/team`, and the requests received. */
export const pretendStore = (answers: Answers) => {
  const calls: { call: ApiCall; query: Record<string, string>; body: unknown }[] = []
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, searchParams } = new URL(address, 'https://store.example')
    const asked = {
      query: Object.fromEntries(searchParams),
      body: body === undefined ? undefined : (JSON.parse(body) as unknown),
    }
    const call = `${method} ${pathname}` as ApiCall
    calls.push({ call, ...asked })
    const answer = await answers[call]?.(asked)
    return answer instanceof Response ? answer : Response.json(answer)
  })
  return {
    answers,
    /** All requests of one kind. */
    asked: (call: ApiCall) => calls.filter((each) => each.call === call),
  }
}

export const refuse = (code: ErrorCode) => {
  const [status, message] = ERRORS[code]
  return Response.json({ code, message, requestId: 'req-7' }, { status })
}

/** Renders a component at its path; every other path shows "Elsewhere". */
export const showAt = (address: string, element: ReactElement) => {
  const [path = '/'] = address.split('?')
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [address] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { here: () => router.state.location.pathname + router.state.location.search }
}
