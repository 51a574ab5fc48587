import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import CartButton from './cart-button.tsx'
import { openCart } from './cart-memory.ts'
import { kestrel, lastToast, refuse, senko, show, stand } from './testing/cart-stand.tsx'

const openPanel = async () => {
  const page = show(<CartButton userId={7} />)
  act(openCart)
  return { ...page, panel: await screen.findByRole('dialog', { name: 'Shopping Cart' }) }
}
const openFull = async (...items: typeof stand.cart) => {
  stand.cart = items
  const opened = await openPanel()
  await within(opened.panel).findByText(`${items.length} item(s) in your cart`)
  return opened
}
const amounts = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('definition')
    .map((amount) => `${amount.previousElementSibling?.textContent} ${amount.textContent}`)

test('[CART-01] [CART-02] the panel shows loading, then the empty state with a link to the mods', async () => {
  let send = () => {}
  stand.answers['GET /api/cart'] = () =>
    new Promise((resolve) => {
      send = () => resolve(Response.json([]))
    })
  const { panel, where } = await openPanel()
  expect(within(panel).getByText('Loading cart...')).toBeTruthy()
  expect(within(panel).queryByText('Add some mods to get started!')).toBeNull()
  await waitFor(() => expect(stand.polls()).toBe(1))
  await act(async () => send())
  expect(await within(panel).findAllByText('Your cart is empty')).toHaveLength(2)
  expect(within(panel).getByText('Add some mods to get started!')).toBeTruthy()
  await userEvent.click(within(panel).getByRole('link', { name: 'Browse mods' }))
  expect(where()).toBe('/mods')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('[CART-02] [CART-08] a cart that never loaded is empty after its two retries and stays so during each refresh', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 50 })
  stand.answers['GET /api/cart'] = refuse('server.busy')
  const { panel } = await openPanel()
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(stand.polls()).toBeGreaterThanOrEqual(3)
  const seen = new Set<string>()
  const watcher = new MutationObserver(() => seen.add(panel.textContent))
  watcher.observe(panel, { subtree: true, childList: true, characterData: true })
  const polls = stand.polls()
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  watcher.disconnect()
  expect(stand.polls()).toBeGreaterThan(polls)
  expect(panel.textContent).toContain('Add some mods to get started!')
  expect([...seen].filter((text) => text.includes('Loading cart'))).toEqual([])
})

test('[CART-01] [CART-03] [CART-04] each cart line shows the mod and its price', async () => {
  const withPicture = { ...kestrel, mod: { ...kestrel.mod, previewImageUrl: 'https://cdn.example/kestrel.webp' } }
  const { panel } = await openFull(withPicture as never, senko)
  const [first, second] = within(panel).getAllByRole('listitem')
  expect(first?.textContent).toContain('Kestrel R4 Rally')
  expect(first?.textContent).toContain('All-wheel-drive gravel weapon.')
  expect(first?.textContent).toContain('rally')
  expect(first?.querySelector('img')?.getAttribute('src')).toBe('https://cdn.example/kestrel.webp')
  expect(within(first!).getByText('$16.99').tagName).toBe('SPAN')
  expect(within(second!).getByRole('img', { name: 'No picture' })).toBeTruthy()
  expect(within(second!).getByText('$12.99')).toBeTruthy()
  expect(within(second!).getByText('$17.99').tagName).toBe('S')
})

test('[CART-03] [CART-07] a mod that comes without title, category and price keeps its line, and the others theirs', async () => {
  stand.answers['GET /api/cart'] = () => Response.json([{ id: 1, modId: 9, mod: {} }, kestrel])
  const { panel } = await openPanel()
  const [line, other] = await within(panel).findAllByRole('listitem')
  expect(line?.textContent).toMatch(/Unknown Mod.*misc.*\$0\.00/)
  expect(other?.textContent).toContain('Kestrel R4 Rally')
  expect(amounts(panel)).toEqual(['Total $16.99'])
})

test('[CART-03] the cart line of a mod that no longer exists has no price and can be removed', async () => {
  const { panel } = await openFull({ ...kestrel, mod: null })
  const line = within(panel).getByRole('listitem')
  expect(line.textContent).toContain('Unknown Mod')
  expect(line.textContent).toContain('misc')
  expect(within(line).getByRole('img', { name: 'No picture' })).toBeTruthy()
  expect(line.textContent).not.toContain('$')
  await userEvent.click(within(line).getByRole('button', { name: 'Remove Unknown Mod' }))
  await waitFor(() => expect(stand.cart).toEqual([]))
})

test('[CART-06] [CART-07] the cart panel shows the total, the checkout link and the clear button', async () => {
  const { panel } = await openFull(kestrel)
  expect(amounts(panel)).toEqual(['Total $16.99'])
  expect(within(panel).getByRole('link', { name: 'Proceed to Checkout' }).getAttribute('href')).toBe('/checkout')
  expect(within(panel).getByRole('button', { name: 'Clear Cart' })).toBeTruthy()
})

test('[CART-07] the total sums full prices, and with discounts the panel also shows the amount to pay', async () => {
  const { panel } = await openFull(kestrel, senko, { ...kestrel, id: 1, modId: 1, mod: null })
  expect(amounts(panel)).toEqual(['Total $34.98', 'Discounts −$5.00', 'You pay $29.98'])
})

test.each(['Remove Kestrel R4 Rally', 'Remove Kestrel R4 Rally from cart'])(
  '[CART-05] [CART-10] [CART-14] "%s" removes the line, and the cart is refetched',
  async (name) => {
    const { panel } = await openFull(kestrel, senko)
    const polls = stand.polls()
    await userEvent.click(within(panel).getByRole('button', { name }))
    await within(panel).findByText('1 item(s) in your cart')
    expect(stand.asked).toContain('DELETE /api/cart/4')
    expect(stand.polls()).toBeGreaterThan(polls)
    expect(lastToast()).toBe('Removed from cart / Kestrel R4 Rally')
  },
)

test('[CART-10] [CART-14] clearing empties the cart and can be undone in the panel', async () => {
  const { panel } = await openFull(kestrel, senko)
  await userEvent.click(within(panel).getByRole('button', { name: 'Clear Cart' }))
  await within(panel).findByText('Add some mods to get started!')
  expect(lastToast()).toBe('Cart cleared')
  expect(stand.cart).toEqual([])

  await userEvent.click(within(panel).getByRole('button', { name: 'Restore cart' }))
  await within(panel).findByText('2 item(s) in your cart')
  expect(stand.cart).toEqual([kestrel, senko])
})

test.each([
  ['Remove Kestrel R4 Rally', 'DELETE /api/cart/4', 'Failed to remove from cart', 'Failed to remove item from cart'],
  ['Clear Cart', 'DELETE /api/cart', 'Failed to clear cart', 'Failed to clear cart'],
] as const)(
  '[CART-14] [CART-15] a failed "%s" shows its title and the server’s message if there is one',
  async (...given) => {
    const [name, call, title, usual] = given
    const { panel } = await openFull(kestrel)
    stand.answers[call] = refuse('server.busy')
    await userEvent.click(within(panel).getByRole('button', { name }))
    await waitFor(() =>
      expect(lastToast()).toBe(`${title} / We’re handling a lot of requests right now. Try again in a few seconds.`),
    )

    stand.answers[call] = () => new Response('no JSON', { status: 502 })
    await userEvent.click(within(panel).getByRole('button', { name }))
    await waitFor(() => expect(lastToast()).toBe(`${title} / ${usual}`))
    expect(within(panel).getByText('1 item(s) in your cart')).toBeTruthy()
  },
)

test('closing the cart panel returns the focus to the button that opened it', async () => {
  stand.cart = [kestrel]
  show(
    <>
      <CartButton userId={7} />
      <button type="button" onClick={openCart}>
        In cart
      </button>
    </>,
  )
  for (const name of ['In cart', 'Cart, 1 item']) {
    const opener = await screen.findByRole('button', { name })
    await userEvent.click(opener)
    await screen.findByRole('dialog', { name: 'Shopping Cart' })
    await userEvent.click(screen.getByRole('button', { name: 'Close cart' }))
    await waitFor(() => expect(document.activeElement).toBe(opener))
  }
})

test('a mod that Premium includes costs a member nothing in the cart, unless they choose to keep it', async () => {
  const included = { ...kestrel, mod: { ...kestrel.mod, includedWithPremium: true } }
  stand.cart = [included, senko]
  stand.answers['POST /api/cart'] = (body) => {
    expect(body).toEqual({ modId: kestrel.modId, buyToKeep: true })
    stand.cart = [{ ...included, buyToKeep: true }, senko]
    return Response.json(stand.cart[0])
  }
  show(<CartButton userId={7} premiumUntil={new Date(Date.now() + 3_600_000).toISOString()} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Cart, 2 items' }))
  const dialog = await screen.findByRole('dialog')
  const panel = within(dialog)
  expect(await panel.findByText('Included with your Premium')).toBeDefined()
  // The total sums full prices, as specified.
  expect(amounts(dialog)).toEqual([
    'Total $34.98',
    'Included with Premium −$16.99',
    'Discounts −$5.00',
    'You pay $12.99',
  ])
  await userEvent.click(await panel.findByRole('button', { name: 'Buy to keep for $16.99: Kestrel R4 Rally' }))
  await waitFor(() => expect(amounts(dialog)).toEqual(['Total $34.98', 'Discounts −$5.00', 'You pay $29.98']))
  expect(panel.queryByText('Included with your Premium')).toBeNull()
})
