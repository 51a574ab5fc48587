// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/subscriptions-mine'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CancelByMail } from './cancel-by-mail.tsx'

const MAIL = 'POST /api/subscription/cancel-link'
const CANCEL = 'POST /api/subscription/cancel-by-link'
const user = userEvent.setup({ delay: null })
Element.prototype.scrollIntoView = () => {}

test('a cancellation link is mailed without signing in, and the page does not say whether the account exists', async () => {
  const store = pretendStore({ [MAIL]: () => null })
  showAt('/subscribe', <CancelByMail token={null} />)
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), ' racer@mail.example ')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect(await screen.findByText(/^If a subscription belongs to racer@mail.example/)).toBeTruthy()
  expect(store.asked(MAIL).map(({ body }) => body)).toEqual([{ email: 'racer@mail.example' }])
})

test('an invalid e-mail address is marked before anything is sent', async () => {
  const store = pretendStore({ [MAIL]: () => null })
  showAt('/subscribe', <CancelByMail token={null} />)
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'racer')
  await user.click(screen.getByRole('button', { name: 'Send the link' }))
  expect((await screen.findByRole('textbox', { name: 'E-mail', description: /./ })).getAttribute('aria-invalid')).toBe(
    'true',
  )
  expect(store.asked(MAIL)).toEqual([])
})

test('the mailed link cancels the subscription after one confirmation', async () => {
  const store = pretendStore({ [CANCEL]: () => ({ endsAt: '2027-01-03T14:02:00.000Z' }) })
  showAt('/subscribe', <CancelByMail token="secret" />)
  expect(store.asked(CANCEL)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText(/^Your subscription is canceled/)).toBeTruthy()
  expect(store.asked(CANCEL).map(({ body }) => body)).toEqual([{ token: 'secret' }])
})

test('an expired cancellation link says so', async () => {
  pretendStore({ [CANCEL]: () => refuse('auth.link_expired') })
  showAt('/subscribe', <CancelByMail token="old" />)
  await user.click(screen.getByRole('button', { name: 'Cancel subscription' }))
  expect(await screen.findByText(ERRORS['auth.link_expired'][1])).toBeTruthy()
})
