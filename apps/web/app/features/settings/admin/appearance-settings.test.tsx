// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/settings-admin'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isReadable } from '@slipstream/contract/accent'
import { pretendSettings } from '../testing/pretend-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'

configure({ asyncUtilTimeout: 10_000 })

const LIGHT = 'Accent in the light theme'
const show = () => pretendSettings('/admin/settings/appearance', <AppearanceSettings />, LIGHT)
const field = () => screen.getByLabelText<HTMLInputElement>(LIGHT)
const choose = (value: string) => fireEvent.change(field(), { target: { value } })
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })
const preview = (theme: string) => document.querySelector<HTMLElement>(`[data-theme=${theme}]`)

test('[ROUTE-18] a chosen accent shows in the preview of its theme before it is saved', async () => {
  const { sent } = await show()
  expect(preview('light')?.style.getPropertyValue('--primary')).toBe('')
  choose('#0b5cad')
  expect(preview('light')?.style.getPropertyValue('--primary')).toBe('#0b5cad')
  expect(preview('dark')?.style.getPropertyValue('--primary')).toBe('')
  fireEvent.click(save())
  await waitFor(() => expect(sent()).toEqual([{ accentLight: '#0b5cad' }]))
})

test('an accent with too little contrast cannot be saved, and one with enough is suggested', async () => {
  const { sent } = await show()
  expect(screen.getByText('10 of 10 pass')).toBeTruthy()
  choose('#fd822f')
  expect(screen.getByText('Too light for the light theme')).toBeTruthy()
  expect(screen.queryByText('10 of 10 pass')).toBeNull()
  expect(screen.getAllByText(/too weak$/).length).toBeGreaterThan(0)
  expect(screen.getByText('Choose a stronger accent for the light theme to save')).toBeTruthy()
  expect(save().disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: /^Use #/ }))
  expect(isReadable('light', field().value)).toBe(true)
  expect(screen.getByText('10 of 10 pass')).toBeTruthy()
  fireEvent.click(save())
  await waitFor(() => expect(sent()).toEqual([{ accentLight: field().value }]))
})

test('an invalid color previews the default accent and shows an error at its field', async () => {
  const { sent } = await show()
  choose('orange')
  expect(screen.getAllByText('No color')).toHaveLength(5)
  expect(preview('light')?.style.getPropertyValue('--primary')).toBe('')
  fireEvent.click(save())
  await screen.findByText('Enter a color such as #fd822f.')
  expect(field().getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})
