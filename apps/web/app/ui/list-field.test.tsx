import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { ListField } from '#ui/list-field.tsx'
import { TagsField } from '#ui/tags-field.tsx'

vi.setConfig({ testTimeout: 30_000 })

const Changes = ({ first, maxItems = 10 }: { first: string[]; maxItems?: number }) => {
  const [values, setValues] = useState(first)
  return (
    <ListField
      label="Changes"
      itemName="change"
      values={values}
      onChange={setValues}
      itemErrors={{ 1: 'Say what changed.' }}
      maxItems={maxItems}
      maxLength={300}
    />
  )
}
const lines = () => screen.queryAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)
const line = (number: number) => screen.getByRole('textbox', { name: `change ${number}` })

test('Enter adds the next line and focuses it', async () => {
  render(<Changes first={['New exhaust', 'New wheels']} />)
  await userEvent.type(line(1), '{Enter}Fixed mirror')
  expect(lines()).toEqual(['New exhaust', 'Fixed mirror', 'New wheels'])
})

test('Backspace in an empty line removes it and focuses the previous one', async () => {
  render(<Changes first={['New exhaust', '']} />)
  await userEvent.type(line(2), '{Backspace}')
  expect(lines()).toEqual(['New exhaust'])
  expect(document.activeElement).toBe(line(1))
})

test('a pasted list becomes lines without its bullets', async () => {
  render(<Changes first={['']} />)
  await userEvent.click(line(1))
  await userEvent.paste('- New exhaust\n* New wheels\n\n• Fixed mirror\n')
  expect(lines()).toEqual(['New exhaust', 'New wheels', 'Fixed mirror'])
})

test('a list field stops at its maximum number of lines', async () => {
  render(<Changes first={['one']} maxItems={2} />)
  await userEvent.click(screen.getByRole('button', { name: 'Add change' }))
  expect(lines()).toEqual(['one', ''])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Add change' }).disabled).toBe(true)
  await userEvent.type(line(2), '{Enter}')
  expect(lines()).toHaveLength(2)
})

test('removing the last line focuses the Add button', async () => {
  render(<Changes first={['one']} />)
  await userEvent.click(screen.getByRole('button', { name: 'Remove change 1' }))
  expect(lines()).toEqual([])
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add change' }))
})

test('a line error shows at its line', () => {
  render(<Changes first={['one', 'two']} />)
  expect(screen.getByText('Say what changed.')).not.toBeNull()
  expect(line(1).getAttribute('aria-invalid')).toBeNull()
  expect(line(2).getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(line(2).getAttribute('aria-describedby') ?? '')?.textContent).toBe('Say what changed.')
})

const Tags = () => {
  const [values, setValues] = useState(['drift'])
  return (
    <TagsField
      label="Tags"
      values={values}
      onChange={setValues}
      maxItems={4}
      maxLength={10}
      tidy={(word) => word.toLowerCase()}
    />
  )
}
const tags = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const typeTags = (text: string) => userEvent.type(screen.getByRole('textbox', { name: 'Tags' }), text)

test('Enter, comma and blur each add a trimmed tag once', async () => {
  render(<Tags />)
  await typeTags('Rally,DRIFT{Enter}Widebody kit')
  await userEvent.tab()
  expect(tags()).toEqual(['drift', 'rally', 'widebody k'])
})

test('Backspace in an empty field and a click on a tag remove the tag', async () => {
  render(<Tags />)
  await typeTags('rally,{Backspace}')
  expect(tags()).toEqual(['drift'])
  await userEvent.click(screen.getByRole('button', { name: 'Remove drift' }))
  expect(tags()).toEqual([])
})

test('a full tags field accepts no more tags', async () => {
  render(<Tags />)
  await typeTags('a,b,c,')
  expect(tags()).toEqual(['drift', 'a', 'b', 'c'])
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Tags' }).disabled).toBe(true)
})
