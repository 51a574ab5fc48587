// @vitest-environment jsdom
import '#testing/browser.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { SortableList } from '#ui/sortable-list.tsx'

vi.setConfig({ testTimeout: 30_000 })

const Pictures = ({ isDisabled = false }: { isDisabled?: boolean }) => {
  const [items, setItems] = useState(['Front', 'Rear', 'Lights'])
  return (
    <SortableList
      label="Pictures, in order"
      items={items}
      keyOf={(name) => name}
      nameOf={(name) => name}
      onReorder={setItems}
      isDisabled={isDisabled}
    >
      {(name, controls) => (
        <>
          {controls}
          <b>{name}</b>
        </>
      )}
    </SortableList>
  )
}

const order = () => screen.getAllByRole('listitem').map((item) => item.querySelector('b')?.textContent)
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })

test('who does not drag moves an item with its two buttons', async () => {
  render(<Pictures />)
  await userEvent.click(button('Move Lights earlier'))
  expect(order()).toEqual(['Front', 'Lights', 'Rear'])
  await userEvent.click(button('Move Front later'))
  expect(order()).toEqual(['Lights', 'Front', 'Rear'])
})

test('the ends of the list cannot be left', () => {
  render(<Pictures />)
  expect(button('Move Front earlier').disabled).toBe(true)
  expect(button('Move Lights later').disabled).toBe(true)
  expect(button('Move Rear earlier').disabled).toBe(false)
})

test('every item has a grip that says how it is moved', () => {
  render(<Pictures />)
  const grip = button('Move Rear')
  const described = document.getElementById(grip.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toContain('arrow keys')
})

test('a list that is being saved stays as it is', () => {
  render(<Pictures isDisabled />)
  expect(button('Move Rear earlier').disabled).toBe(true)
  expect(button('Move Rear').getAttribute('aria-disabled')).toBe('true')
})
