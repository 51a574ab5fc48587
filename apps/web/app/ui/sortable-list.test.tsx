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

test('an item can be moved with its two buttons', async () => {
  render(<Pictures />)
  await userEvent.click(button('Move Lights earlier'))
  expect(order()).toEqual(['Front', 'Lights', 'Rear'])
  await userEvent.click(button('Move Front later'))
  expect(order()).toEqual(['Lights', 'Front', 'Rear'])
})

test('the first item cannot move up and the last cannot move down', () => {
  render(<Pictures />)
  expect(button('Move Front earlier').disabled).toBe(true)
  expect(button('Move Lights later').disabled).toBe(true)
  expect(button('Move Rear earlier').disabled).toBe(false)
})

test('every sortable item has a handle with instructions', () => {
  render(<Pictures />)
  const grip = button('Move Rear')
  const described = document.getElementById(grip.getAttribute('aria-describedby') ?? '')
  expect(described?.textContent).toContain('arrow keys')
})

test('a sortable list cannot be changed while it is being saved', () => {
  render(<Pictures isDisabled />)
  expect(button('Move Rear earlier').disabled).toBe(true)
  expect(button('Move Rear').getAttribute('aria-disabled')).toBe('true')
})
