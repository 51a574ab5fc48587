import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { Dialog } from '#ui/dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { Sheet } from '#ui/sheet.tsx'

test('a dialog focuses its first field and returns the focus on close', async () => {
  render(
    <Dialog title="Rename category" description="The address changes with it." trigger={<button>Rename</button>}>
      <Field label="Name">
        <Input />
      </Field>
    </Dialog>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  expect(screen.getByRole('dialog', { name: 'Rename category' })).not.toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' }))
})

test('the focus stays inside an open dialog', async () => {
  render(
    <>
      <Dialog title="Rename category" trigger={<button>Rename</button>}>
        <Input aria-label="Name" />
      </Dialog>
      <button>Outside</button>
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  for (let press = 0; press < 4; press += 1) {
    await userEvent.tab()
    expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true)
  }
})

test('a side panel closes with its button and returns the focus', async () => {
  render(
    <Sheet title="Menu" side="left" closeLabel="Close Menu" trigger={<button>Open menu</button>}>
      Links
    </Sheet>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Open menu' }))
  await userEvent.click(screen.getByRole('button', { name: 'Close Menu' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open menu' }))
})
