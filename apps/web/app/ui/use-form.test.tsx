import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createPortal } from 'react-dom'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ApiError } from '#lib/request.ts'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useForm } from '#ui/use-form.ts'

const schema = z.strictObject({
  name: z.string().check(z.minLength(3, 'At least 3 characters.')),
  limits: z.strictObject({ uses: z.int('A whole number.') }),
})

const Example = ({ send }: { send: () => Promise<unknown> }) => {
  const { form, problems, failure } = useForm({
    initial: { name: '', uses: '' },
    schema: async () => schema,
    body: ({ name, uses }) => ({ name, limits: { uses: Number(uses || 'nothing') } }),
    partOf: { limits: 'uses' },
    fieldOf: { 'coupon.below_used': 'uses' },
    send,
  })
  return (
    <form {...form}>
      {failure && <p role="alert">{failure}</p>}
      <Field label="Name" error={problems.name}>
        <Input name="name" />
      </Field>
      <Field label="Uses" error={problems.uses}>
        <Input name="uses" />
      </Field>
      <button type="submit">Send</button>
    </form>
  )
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send' }))
const refusal = (body: object) => new ApiError(409, JSON.stringify(body), 'Conflict')

test('every form error shows beside its field with the contract’s message, and the first invalid field gets the focus', async () => {
  const send = vi.fn(async () => undefined)
  render(<Example send={send} />)
  await userEvent.type(field('Name'), 'ab')
  await press()
  expect(await screen.findByText('At least 3 characters.')).toBeTruthy()
  expect(screen.getByText('A whole number.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Name'))
  expect(send).not.toHaveBeenCalled()
  expect(field('Name').value).toBe('ab')
})

test.each([
  ['an issue', { code: 'request.invalid', message: 'Wrong.', issues: [{ path: '/limits/uses', message: 'Too few.' }] }],
  ['a code', { code: 'coupon.below_used', message: 'Too few.' }],
])('%s in the server’s error shows its message beside the field it concerns and keeps the input', async (_, body) => {
  render(<Example send={() => Promise.reject(refusal(body))} />)
  await userEvent.type(field('Name'), 'Summer')
  await userEvent.type(field('Uses'), '1')
  await press()
  expect(await screen.findByText('Too few.')).toBeTruthy()
  expect(document.activeElement).toBe(field('Uses'))
  expect([field('Name').value, field('Uses').value]).toEqual(['Summer', '1'])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a rejection that concerns no field shows for the whole form', async () => {
  render(<Example send={() => Promise.reject(refusal({ code: 'server.busy', message: 'Try again later.' }))} />)
  await userEvent.type(field('Name'), 'Summer')
  await userEvent.type(field('Uses'), '1')
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe('Try again later.')
})

test('submitting the form of a dialog does not submit the form that opened the dialog', async () => {
  const [outer, inner] = [vi.fn(async () => undefined), vi.fn(async () => undefined)]
  const Question = () => {
    const { form } = useForm({ initial: { when: '' }, body: ({ when }) => when, send: inner })
    return createPortal(
      <form {...form}>
        <Field label="When">
          <Input name="when" />
        </Field>
        <button type="submit">Schedule</button>
      </form>,
      document.body,
    )
  }
  const Page = () => {
    const { form } = useForm({ initial: { name: '' }, body: ({ name }) => name, send: outer })
    return (
      <form {...form}>
        <Question />
      </form>
    )
  }
  render(<Page />)
  await userEvent.type(field('When'), 'tomorrow')
  await userEvent.click(screen.getByRole('button', { name: 'Schedule' }))
  await waitFor(() => expect(inner).toHaveBeenCalledWith('tomorrow'))
  // As a script submits it, without a button.
  fireEvent.submit(field('When').form!)
  await waitFor(() => expect(inner).toHaveBeenCalledTimes(2))
  expect(outer).not.toHaveBeenCalled()
})
