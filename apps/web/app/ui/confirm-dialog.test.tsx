import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

const open = async (onConfirm: () => Promise<void> | void) => {
  render(
    <ConfirmDialog
      title="Delete Kestrel R4 Rally?"
      description="Its page is gone for good."
      confirmLabel="Delete mod"
      onConfirm={onConfirm}
      trigger={<button>Delete</button>}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
}

const dialog = () => screen.queryByRole('alertdialog', { name: 'Delete Kestrel R4 Rally?' })
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Delete mod' }))

test('a confirm dialog focuses Cancel, and Cancel does nothing', async () => {
  const onConfirm = vi.fn()
  await open(onConfirm)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.keyboard('{Enter}')
  expect(dialog()).toBeNull()
  expect(onConfirm).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete' }))
})

test('a confirm dialog stays open until its action is done, and runs it once', async () => {
  const work = Promise.withResolvers<void>()
  const onConfirm = vi.fn(() => work.promise)
  await open(onConfirm)
  await confirm()
  await userEvent.keyboard('{Enter}{Escape}')
  expect(dialog()).not.toBeNull()
  expect(onConfirm).toHaveBeenCalledOnce()

  await act(async () => work.resolve())
  expect(dialog()).toBeNull()
})

test('a failed action keeps the confirm dialog open with an error and can be retried', async () => {
  const onConfirm = vi.fn().mockRejectedValueOnce(new Error('offline')).mockResolvedValueOnce(undefined)
  await open(onConfirm)
  await confirm()
  expect(screen.getByRole('alert').textContent).toBe('That did not work. Please try again.')
  await confirm()
  expect(dialog()).toBeNull()
})
