// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/users-admin'
import { configure, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS } from '@slipstream/contract/errors'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CreateUser } from './create-user.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const CREATE = 'POST /api/admin/users'
const user = userEvent.setup({ delay: null })

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [CREATE]: () => ({ id: 12 }) })
})

const open = () => showAt('/admin/users/create', <CreateUser guard={(act) => act()} />)
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
const send = () => user.click(screen.getByRole('button', { name: 'Send invitation' }))
const beside = (name: string) =>
  (field(name).getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent)

test('[ROUTE-07] an invited account needs a valid name and address, and opens when it is created', async () => {
  const { here } = open()
  await send()
  await waitFor(() => expect(beside('Username').join(' ')).toContain('At least 3 characters'))
  expect(store.asked(CREATE)).toEqual([])
  await user.type(field('Username'), ' silentlynx ')
  await user.type(field('E-mail address'), 'lynx@customer.example')
  await send()
  await waitFor(() => expect(here()).toBe('/admin/users?user=12'))
  expect(store.asked(CREATE).map(({ body }) => body)).toEqual([
    { username: 'silentlynx', email: 'lynx@customer.example', isAdmin: false },
  ])
})

test('an invitation with a taken name shows the reason at its field and keeps the input', async () => {
  store.answers[CREATE] = () => refuse('auth.username_taken')
  open()
  await user.type(field('Username'), 'silentlynx')
  await user.type(field('E-mail address'), 'lynx@customer.example')
  await send()
  await waitFor(() => expect(beside('Username')).toContain(ERRORS['auth.username_taken'][1]))
  expect(field('Username').value).toBe('silentlynx')
})
