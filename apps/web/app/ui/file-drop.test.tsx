import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { FileDrop } from '#ui/file-drop.tsx'

const zip = new File(['PK'], 'Senko.ZIP', { type: 'application/zip' })
const other = new File(['PK'], 'rally.zip', { type: 'application/zip' })
const text = new File(['hello'], 'readme.txt', { type: 'text/plain' })

const show = (props: { isMultiple?: boolean; isDisabled?: boolean; accept?: string } = {}) => {
  const onFiles = vi.fn<(files: File[]) => void>()
  render(<FileDrop label="Drop a mod here, or choose a file" accept=".zip" onFiles={onFiles} {...props} />)
  return { onFiles, taken: () => onFiles.mock.calls.map(([files]) => files.map(({ name }) => name)) }
}
const field = () => screen.getByLabelText('Drop a mod here, or choose a file')
const drop = (files: File[]) => fireEvent.drop(field().closest('label')!, { dataTransfer: { files } })

test('the same file can be chosen twice in a row', async () => {
  const { taken } = show()
  await userEvent.upload(field(), zip)
  await userEvent.upload(field(), zip)
  expect(taken()).toEqual([['Senko.ZIP'], ['Senko.ZIP']])
})

test('a dropped file is accepted, and only one of several in a single-file field', () => {
  const { taken } = show()
  drop([zip, other])
  expect(taken()).toEqual([['Senko.ZIP']])
})

test('a multi-file field accepts several files and names the ones that do not fit', () => {
  const { taken } = show({ isMultiple: true })
  drop([zip, text, other])
  expect(taken()).toEqual([['Senko.ZIP', 'rally.zip']])
  expect(screen.getByText('readme.txt cannot be used here. Accepted: .zip.')).not.toBeNull()
})

test('a wrong file shows an error at the field and is not passed on', () => {
  const { onFiles } = show()
  drop([text])
  expect(onFiles).not.toHaveBeenCalled()
  expect(field().getAttribute('aria-invalid')).toBe('true')
  drop([zip])
  expect(field().getAttribute('aria-invalid')).toBeNull()
})

test('pictures are recognized by their MIME type', () => {
  const { taken } = show({ accept: 'image/png,image/webp' })
  drop([text])
  drop([new File([''], 'front', { type: 'image/webp' })])
  expect(taken()).toEqual([['front']])
})

test('a disabled field ignores dropped files', () => {
  const { onFiles } = show({ isDisabled: true })
  drop([zip])
  expect(onFiles).not.toHaveBeenCalled()
})
