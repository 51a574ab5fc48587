// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/coupons'
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { CouponList, NewCoupon } from './coupon-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/coupons'
const CREATE = 'POST /api/admin/coupons'
const CHANGE = 'PATCH /api/admin/coupons/4'
const user = userEvent.setup({ delay: null })

const sentCoupon = (changes: object = {}) => ({
  id: 4,
  code: 'DRIFT10',
  kind: 'percent',
  percent: 10,
  amountCents: null,
  startsAt: null,
  endsAt: null,
  maxUses: null,
  perUserLimit: 1,
  used: 3,
  isActive: true,
  note: '',
  createdAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [sentCoupon()], next: null }) })
})

const open = () =>
  showAt(
    '/admin/orders?tab=coupons',
    <>
      <NewCoupon guard={(act) => act()} />
      <CouponList guard={(act) => act()} />
    </>,
  )
const press = async (name: string) => user.click(await screen.findByRole('button', { name }))
/** While a dialog is open, only its fields are accessible. */
const fill = async (name: string, text: string) => {
  const field = screen.getByRole('textbox', { name: new RegExp(`^${name}`) })
  await user.clear(field)
  if (text) await user.type(field, text)
}

test('every coupon shows its discount, its uses and its status', async () => {
  const [past, coming] = ['2020-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z']
  store.answers[LIST] = () => ({
    items: [
      sentCoupon(),
      sentCoupon({ id: 5, code: 'FIVER', kind: 'amount', percent: null, amountCents: 450, maxUses: 3 }),
      sentCoupon({ id: 6, code: 'OFF', isActive: false }),
      sentCoupon({ id: 7, code: 'PAST', endsAt: past }),
      sentCoupon({ id: 8, code: 'SOON', startsAt: coming, maxUses: 9 }),
    ],
    next: null,
  })
  open()
  await screen.findByText('DRIFT10')
  const rows = screen
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent)
  expect(rows[0]).toMatch(/DRIFT10Active.*10%.*3/)
  expect(rows[1]).toMatch(/FIVERUsed up.*\$4\.50.*3 of 3/)
  expect(rows[2]).toContain('Off')
  expect(rows[3]).toContain('Expired')
  expect(rows[4]).toMatch(/Scheduled.*3 of 9/)
})

test('creating a coupon shows errors at their fields and keeps the input', async () => {
  store.answers[CREATE] = () => refuse('coupon.code_taken')
  open()
  await press('Add coupon')
  const form = within(await screen.findByRole('dialog', { name: 'New coupon' }))
  const submit = form.getByRole('button', { name: 'Create coupon' })
  await user.click(submit)
  expect(await form.findByText('Use 3 to 32 letters, digits, dashes or underscores.')).toBeTruthy()
  expect(form.getByText('Enter a whole number from 1 to 100.')).toBeTruthy()
  await user.selectOptions(form.getByRole('combobox', { name: 'Discount' }), 'Dollars')
  await fill('Dollars', '4.355')
  await fill('Total uses', 'many')
  await user.click(submit)
  expect(await form.findByText('Enter dollars, like 5 or 4.50.')).toBeTruthy()
  expect(form.getByText('Enter a whole number, or leave it empty.')).toBeTruthy()
  expect(store.asked(CREATE)).toEqual([])

  await fill('Code', ' spring-5 ')
  await fill('Dollars', '4.35')
  await fill('Total uses', '')
  await user.click(submit)
  expect(await form.findByText('Another coupon uses this code. Choose another one.')).toBeTruthy()
  expect(form.queryByRole('alert')).toBeNull()

  store.answers[CREATE] = () => sentCoupon()
  await fill('Code', 'spring-6')
  await user.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(CREATE).at(-1)?.body).toEqual({
    code: 'SPRING-6',
    discount: { kind: 'amount', amountCents: 435 },
    startsAt: null,
    endsAt: null,
    maxUses: null,
    perUserLimit: 1,
    isActive: true,
    note: '',
  })
})

test('the period and limits of a coupon can be edited, but not its discount', async () => {
  store.answers[CHANGE] = () => refuse('coupon.below_used')
  open()
  await press('Edit DRIFT10')
  const form = within(await screen.findByRole('dialog', { name: 'Edit DRIFT10' }))
  expect(form.queryByRole('textbox', { name: /^Code/ })).toBeNull()
  expect(form.queryByRole('textbox', { name: /^Percent/ })).toBeNull()
  await fill('Total uses', '2')
  fireEvent.change(form.getByLabelText('Ends'), { target: { value: '2099-02-01T12:00' } })
  fireEvent.change(form.getByLabelText('Starts'), { target: { value: '2099-03-01T12:00' } })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The end must be after the start.')).toBeTruthy()
  fireEvent.change(form.getByLabelText('Starts'), { target: { value: '' } })
  await user.click(form.getByRole('button', { name: 'Save' }))
  expect(await form.findByText('The limit is below the number of uses. Choose a higher one.')).toBeTruthy()

  store.answers[CHANGE] = () => sentCoupon({ maxUses: 20 })
  await fill('Total uses', '20')
  await user.click(form.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(CHANGE).at(-1)?.body).toEqual({
    startsAt: null,
    endsAt: new Date('2099-02-01T12:00').toISOString(),
    maxUses: 20,
    perUserLimit: 1,
    note: '',
  })
})

test('a coupon switch applies immediately and shows an error when saving fails', async () => {
  store.answers[CHANGE] = () => refuse('server.busy')
  open()
  await user.click(await screen.findByRole('switch', { name: 'DRIFT10 is on' }))
  expect((await screen.findByRole('alert')).textContent).toContain('We’re handling a lot of requests')
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true)

  store.answers[CHANGE] = () => sentCoupon({ isActive: false })
  store.answers[LIST] = () => ({ items: [sentCoupon({ isActive: false })], next: null })
  await user.click(screen.getByRole('switch'))
  expect(await screen.findByText('Off')).toBeTruthy()
  expect(store.asked(CHANGE).at(-1)?.body).toEqual({ isActive: false })
})

test('the coupon search is in the URL, and a search without matches offers to show all', async () => {
  const { here } = open()
  await screen.findByText('DRIFT10')
  store.answers[LIST] = ({ query }) => ({ items: query.q ? [] : [sentCoupon()], next: null })
  await user.type(screen.getByRole('searchbox', { name: 'Search coupons' }), 'ZZ{Enter}')
  expect(await screen.findByText('No codes match this search')).toBeTruthy()
  expect(here()).toBe('/admin/orders?tab=coupons&q=ZZ')
  await press('Show all coupons')
  expect(await screen.findByText('DRIFT10')).toBeTruthy()
})
