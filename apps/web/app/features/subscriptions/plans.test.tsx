// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/subscriptions'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { NewPlan } from './new-plan.tsx'
import { PlanList } from './plan-list.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/subscription/plans'
const CREATE = 'POST /api/admin/subscription/plans'
const CHANGE = 'PATCH /api/admin/subscription/plans/4'
const user = userEvent.setup({ delay: null })

const sentPlan = (changes: object = {}) => ({
  id: 4,
  name: 'Premium Month',
  description: 'Come and go as you like.',
  price: 6.99,
  interval: 'month',
  isActive: true,
  isFeatured: false,
  sortOrder: 1,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({
    [LIST]: () => [sentPlan()],
    [CHANGE]: ({ body }) => sentPlan(body as object),
    [CREATE]: ({ body }) => sentPlan({ id: 5, ...(body as object) }),
  })
})

const open = () =>
  showAt(
    '/admin/subscriptions/plans',
    <>
      <PlanList />
      <NewPlan />
    </>,
  )
const row = () => screen.findByRole('listitem', { name: 'Premium Month' })
const textbox = async (name: RegExp) => within(await row()).getByRole('textbox', { name })
const sent = (call: typeof CREATE | typeof CHANGE) => store.asked(call).map(({ body }) => body)
const retype = async (field: HTMLElement, text: string) => {
  await user.clear(field)
  await user.type(field, text)
}

test.each([
  ['name', /^Name of/, 'Premium', { name: 'Premium' }],
  ['description', /^Description of/, 'Everything.', { description: 'Everything.' }],
  ['price', /^Price of/, '7.5', { price: 7.5 }],
  ['interval', /^Interval of/, '12 weeks', { interval: '12 weeks' }],
  ['sort order', /^Sort order of/, '3', { sortOrder: 3 }],
])('[PLAN-01] [PLAN-04] leaving the %s field of a plan saves only that field', async (_, name, text, change) => {
  open()
  await retype(await textbox(name), text)
  expect(sent(CHANGE)).toEqual([])
  await user.tab()
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent(CHANGE)).toEqual([change])
})

test('[PLAN-01] a field that is unchanged, or restored with Escape, is not saved', async () => {
  open()
  const price = await textbox(/^Price of/)
  await retype(price, '6.99')
  await user.tab()
  await retype(price, '1')
  await user.keyboard('{Escape}')
  await user.tab()
  expect(price).toHaveProperty('value', '6.99')
  expect(sent(CHANGE)).toEqual([])
})

test.each([
  ['active', { isActive: false }],
  ['featured', { isFeatured: true }],
])('[PLAN-01] [PLAN-04] switching %s saves only that field, at once', async (word, change) => {
  open()
  await user.click(await screen.findByRole('switch', { name: `Premium Month is ${word}` }))
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent(CHANGE)).toEqual([change])
})

test('a failed save keeps the input and marks the field, and Retry sends it again', async () => {
  store.answers[CHANGE] = () => refuse('server.failed')
  open()
  const price = await textbox(/^Price of/)
  await retype(price, '8')
  await user.tab()
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(price).toHaveProperty('value', '8')
  expect(price.getAttribute('aria-invalid')).toBe('true')

  store.answers[CHANGE] = () => sentPlan({ price: 8 })
  await user.click(retry)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(sent(CHANGE)).toEqual([{ price: 8 }, { price: 8 }])
  await waitFor(() => expect(price).toHaveProperty('value', '8.00'))
})

test('a switch that fails to save stays as chosen, and Retry sends it again', async () => {
  store.answers[CHANGE] = () => refuse('server.failed')
  open()
  const featured = await screen.findByRole('switch', { name: 'Premium Month is featured' })
  await user.click(featured)
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(featured).toHaveProperty('checked', true)
  store.answers[CHANGE] = () => sentPlan({ isFeatured: true })
  await user.click(retry)
  expect(await screen.findByText('Saved')).toBeTruthy()
  expect(featured).toHaveProperty('checked', true)
})

test.each([
  [/^Price of/, 'a lot', 'Use a price like 6.99.'],
  [/^Sort order of/, 'first', 'Use a whole number.'],
  [/^Name of/, ' ', 'A plan needs a name.'],
])('invalid text in a plan field shows an error beside it (%s)', async (name, text, problem) => {
  open()
  const field = await textbox(name)
  await retype(field, text)
  await user.tab()
  expect(await screen.findByText(problem)).toBeTruthy()
  expect(field).toHaveProperty('value', text)
  expect(sent(CHANGE)).toEqual([])
})

test.each([
  [{ price: 0.49 }, 'Stripe charges no less than $0.50. Raise the price.'],
  [{ interval: '12 weeks' }, 'Stripe does not know the interval "12 weeks". Use day, week, month or year.'],
])('a plan that cannot be bought says "Not sold" and why', async (changes, reason) => {
  store.answers[LIST] = () => [sentPlan(changes)]
  open()
  expect(await screen.findByText('Not sold.')).toBeTruthy()
  expect(screen.getByText(reason)).toBeTruthy()
})

test('[PLAN-01] deleting a plan asks for confirmation', async () => {
  store.answers['DELETE /api/admin/subscription/plans/4'] = () => {
    store.answers[LIST] = () => []
    return null
  }
  open()
  await user.click(await screen.findByRole('button', { name: 'Delete Premium Month' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete Premium Month?' })
  await user.click(within(question).getByRole('button', { name: 'Delete' }))
  expect(await screen.findByText('No plans yet')).toBeTruthy()
})

test('[PLAN-01] plans that cannot be loaded say so in red, and can be loaded again', async () => {
  store.answers[LIST] = () => refuse('server.failed')
  open()
  const failure = await screen.findByText('Failed to load plans')
  expect(failure.className).toContain('text-destructive')
  store.answers[LIST] = () => [sentPlan()]
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await row()).toBeTruthy()
})

const create = () => screen.getByRole('button', { name: /^Creat/ })
const fill = async (label: string, text: string) => {
  const form = screen.getByRole('form', { name: 'New plan' })
  await retype(within(form).getByRole('textbox', { name: label }), text)
}

test('[PLAN-03] creating a plan requires a name, and a second click while it is being saved sends nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  store.answers[CREATE] = () => promise
  open()
  await row()
  expect(create()).toHaveProperty('disabled', true)
  await fill('Name', ' ')
  expect(create()).toHaveProperty('disabled', true)
  await fill('Name', 'Premium Year')
  expect(create()).toHaveProperty('disabled', false)
  await user.click(create())
  expect(create()).toHaveProperty('disabled', true)
  await user.click(create())
  resolve(sentPlan({ id: 5 }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', ''))
  expect(sent(CREATE)).toEqual([
    {
      name: 'Premium Year',
      description: '',
      price: 0,
      interval: 'month',
      isActive: true,
      isFeatured: false,
      sortOrder: 0,
    },
  ])
})

test.each([
  ['59.99', '2', 59.99, 2],
  ['a lot', 'first', 0, 0],
  ['-3', '', 0, 0],
])(
  '[PLAN-03] a new plan with price %j and sort order %j is sent with numbers',
  async (price, order, dollars, place) => {
    open()
    await row()
    await fill('Name', 'Premium Year')
    await user.clear(within(screen.getByRole('form', { name: 'New plan' })).getByRole('textbox', { name: 'Price' }))
    await fill('Price', price)
    const form = screen.getByRole('form', { name: 'New plan' })
    const orderField = within(form).getByRole('textbox', { name: 'Sort order' })
    await user.clear(orderField)
    if (order !== '') await user.type(orderField, order)
    await user.click(create())
    await waitFor(() => expect(sent(CREATE)).toMatchObject([{ price: dollars, sortOrder: place }]))
  },
)

test('a plan that could not be created keeps the input and says why', async () => {
  store.answers[CREATE] = () => refuse('server.busy')
  open()
  await row()
  await fill('Name', 'Premium Year')
  await user.click(create())
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(within(screen.getByRole('form', { name: 'New plan' })).getByRole('textbox', { name: 'Name' })).toHaveProperty(
    'value',
    'Premium Year',
  )
})
