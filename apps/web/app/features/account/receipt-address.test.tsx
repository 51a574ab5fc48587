import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { ReceiptAddress } from './receipt-address.tsx'
import { done, refuse, stand, user } from './testing/account-stand.tsx'

const EMAIL = 'POST /api/account/email'
const AGAIN = 'POST /api/account/email/confirmation'

const show = (element = <ReceiptAddress backTo="/checkout" />) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const type = async (email: string) => {
  await user.type(await screen.findByRole('textbox', { name: 'E-mail address' }), email)
  await user.click(await button('Use this address'))
}

test('[CAP-31] a missing address is typed where one pays, and the link to it leads back there', async () => {
  stand.account = { ...stand.account, email: null, emailVerified: false }
  stand.answers[EMAIL] = () => {
    stand.account = { ...stand.account, email: 'new@example.com' }
    return done()
  }
  show()
  await type('new@example.com')
  expect((await screen.findByText(/^We sent a link to/)).textContent).toContain('new@example.com')
  expect(screen.getByText('Not confirmed yet')).toBeDefined()
  expect(stand.asked(EMAIL)).toEqual([{ email: 'new@example.com', backTo: '/checkout' }])
})

test('[CAP-31] a mistyped address is corrected, and what is no address is not sent', async () => {
  stand.account = { ...stand.account, emailVerified: false }
  stand.answers[EMAIL] = done
  show()
  await user.click(await button('Use another address'))
  await type('no address')
  expect(stand.asked(EMAIL)).toEqual([])
  await user.click(await button('Cancel'))
  expect(await screen.findByText('mara@example.com')).toBeDefined()
})

test('a session that must prove who it is asks for the password in place, and then keeps what was typed', async () => {
  stand.account = { ...stand.account, email: null, emailVerified: false }
  stand.answers[EMAIL] = () => refuse('auth.proof_required')
  stand.answers['POST /api/auth/prove'] = () => {
    stand.answers[EMAIL] = done
    return done()
  }
  show()
  await type('new@example.com')
  await user.type(await screen.findByLabelText('Password'), 'a long password')
  await user.click(await button('Confirm'))
  await expect.poll(() => stand.asked(EMAIL)).toHaveLength(2)
})

test('[CAP-31] the link is sent again to an unconfirmed address, and a full mailbox says so', async () => {
  stand.account = { ...stand.account, emailVerified: false }
  stand.answers[AGAIN] = () => refuse('auth.mailbox_full')
  show()
  await user.click(await button('Send the link again'))
  expect(await screen.findByText(/^We have sent several e-mails/)).toBeDefined()
  stand.answers[AGAIN] = done
  await user.click(await button('Send the link again'))
  expect(await screen.findByText(/^We sent a link to/)).toBeDefined()
  expect(stand.asked(AGAIN)).toEqual([{ backTo: '/checkout' }, { backTo: '/checkout' }])
})

test('a confirmed address asks for nothing', async () => {
  show()
  expect(await screen.findByText('Confirmed')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('an address that fails to load can be loaded again', async () => {
  stand.answers['GET /api/account'] = () => refuse('server.busy')
  show()
  expect((await screen.findByRole('alert')).textContent).toContain('Your e-mail address could not be loaded.')
  stand.answers['GET /api/account'] = () => Response.json(stand.account)
  await user.click(await button('Retry'))
  expect(await screen.findByText('mara@example.com')).toBeDefined()
})

test('[CAP-31] after paying, a banner asks for the confirmation, and its link leads to the purchases', async () => {
  stand.answers[AGAIN] = done
  show(<ConfirmAddress email="mara@example.com" />)
  await user.click(await button('Send the link again'))
  expect(await screen.findByText(/^We sent a link to/)).toBeDefined()
  expect(stand.asked(AGAIN)).toEqual([{ backTo: '/mod-locker' }])
})
