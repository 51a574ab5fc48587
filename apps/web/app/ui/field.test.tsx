import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, test, vi } from 'vitest'
import { Checkbox } from '#ui/checkbox.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'

const options = [
  { value: 'drift', label: 'Drift' },
  { value: 'rally', label: 'Rally' },
]

const controls: [string, ReactElement][] = [
  ['input', <Input key="control" />],
  ['textarea', <Textarea key="control" />],
  ['select', <Select key="control" options={options} />],
  ['native select', <NativeSelect key="control" options={options} />],
]

const description = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' | ')

test.each(controls)('a %s is named by its field label and described by error and hint', (_, control) => {
  render(
    <Field label="Category" hint="Buyers filter by it." error="Choose a category.">
      {control}
    </Field>,
  )
  const field = screen.getByLabelText('Category')
  expect(description(field)).toBe('Choose a category. | Buyers filter by it.')
  expect(field.getAttribute('aria-invalid')).toBe('true')
})

test.each(controls)('a %s without an error is not marked as invalid', (_, control) => {
  render(<Field label="Category">{control}</Field>)
  const field = screen.getByLabelText('Category')
  expect(field.getAttribute('aria-invalid')).toBeNull()
  expect(field.getAttribute('aria-describedby')).toBeNull()
})

test('an unchecked consent box announces its error to screen readers', () => {
  render(<Checkbox label="I agree" error="Please confirm this to go on." />)
  const box = screen.getByRole('checkbox', { name: 'I agree' })
  expect(description(box)).toBe('Please confirm this to go on.')
  expect(box.getAttribute('aria-invalid')).toBe('true')
})

test('checkboxes and switches report their new state', async () => {
  const onBox = vi.fn()
  const onSwitch = vi.fn()
  render(
    <>
      <Checkbox label="All-wheel drive" onCheckedChange={onBox} />
      <Switch label="Maintenance" defaultChecked onCheckedChange={onSwitch} />
    </>,
  )
  await userEvent.click(screen.getByText('All-wheel drive'))
  await userEvent.click(screen.getByRole('switch', { name: 'Maintenance' }))
  expect(onBox).toHaveBeenCalledExactlyOnceWith(true)
  expect(onSwitch).toHaveBeenCalledExactlyOnceWith(false)
})

test('an indeterminate checkbox is neither on nor off and forwards its ref', () => {
  const ref = vi.fn()
  const { rerender } = render(<Checkbox label="All rows" isMixed ref={ref} />)
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'All rows' })
  expect(box.indeterminate).toBe(true)
  expect(ref).toHaveBeenCalledWith(box)
  rerender(<Checkbox label="All rows" ref={ref} />)
  expect(box.indeterminate).toBe(false)
})

test('a select works with the keyboard alone', async () => {
  const onValueChange = vi.fn()
  render(
    <Field label="Category">
      <Select options={options} onValueChange={onValueChange} />
    </Field>,
  )
  screen.getByLabelText('Category').focus()
  await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('rally')
})
