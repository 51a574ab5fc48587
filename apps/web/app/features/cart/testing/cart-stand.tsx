import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/cart'
import '../added-button.tsx'
import '../cart-panel.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import { createQueryClient } from '#lib/query-client.ts'
import { Toaster } from '#ui/toaster.tsx'
import { toasts } from '#ui/toast-store.ts'
import { cartMemory, cartPanel } from '../cart-memory.ts'

/** In wire format. */
export const item = (modId: number, title: string, mod: object = {}) => ({
  id: modId + 100,
  modId,
  buyToKeep: false,
  mod: {
    title,
    description: 'All-wheel-drive gravel weapon.',
    category: 'rally',
    price: 16.99,
    discountPrice: null,
    includedWithPremium: false,
    previewImageUrl: null,
    picture: null,
    ...mod,
  },
})
export const kestrel = item(4, 'Kestrel R4 Rally')
export const senko = item(6, 'Tsukiro Senko', { price: 17.99, discountPrice: 12.99, category: 'drift' })

type Item = Omit<typeof kestrel, 'mod'> & { mod: typeof kestrel.mod | null }
type Answer = (body: unknown) => Response | Promise<Response>

export const refuse = (code: ErrorCode) => () =>
  Response.json({ code, message: ERRORS[code][1], requestId: 'req-7' }, { status: ERRORS[code][0] })

/** A fake store: the cart, other responses, and the requests it received. */
export const stand = {
  cart: [] as Item[],
  owned: [] as number[],
  answers: {} as Partial<Record<ApiCall, Answer>>,
  asked: [] as string[],
  polls: () => stand.asked.filter((call) => call === 'GET /api/cart').length,
}

const answer = (call: string, body: unknown) => {
  const told = stand.answers[call as ApiCall]
  if (told) return told(body)
  if (call === 'GET /api/cart') return Response.json(stand.cart)
  if (call === 'GET /api/cart/owned') return Response.json(stand.owned)
  if (call === 'POST /api/cart') {
    const { modId } = body as { modId: number }
    const added = [kestrel, senko].find((each) => each.modId === modId) ?? item(modId, `Mod ${modId}`)
    stand.cart = [...stand.cart, added]
    return Response.json(added)
  }
  stand.cart = stand.cart.filter(({ modId }) => call !== 'DELETE /api/cart' && call !== `DELETE /api/cart/${modId}`)
  return Response.json({ success: true })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  Object.assign(stand, { cart: [], owned: [], answers: {}, asked: [] })
  vi.stubGlobal('fetch', async (path: string, { method, body }: { method: string; body?: string }) => {
    const call = `${method} ${path}`
    stand.asked.push(call)
    return answer(call, body === undefined ? undefined : JSON.parse(body))
  })
})
afterEach(() => {
  toasts.set([])
  cartPanel.set(null)
  cartMemory.set(cartMemory.nobody)
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

export const show = (element: ReactNode, client = createQueryClient()) => {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/mods'] })
  const view = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { ...view, client, where: () => router.state.location.pathname }
}

const TURNS = 5

/** Advances time, plus a few milliseconds for responses to arrive and render. */
export const pass = async (ms: number) => {
  await act(() => vi.advanceTimersByTimeAsync(ms))
  for (let turn = 0; turn < TURNS; turn++) {
    await act(async () => {
      await new Promise((resolve) => setImmediate(resolve))
      await vi.advanceTimersByTimeAsync(1)
    })
  }
}

/** The newest toast as "title / description". */
export const lastToast = () => {
  const [newest] = toasts.get()
  return newest && (newest.description === undefined ? newest.title : `${newest.title} / ${newest.description}`)
}
