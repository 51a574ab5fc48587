import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import {
  button,
  describedBy,
  DRAFT,
  exampleAdminMod,
  exampleForm,
  field,
  MOD,
  refuse,
  SAVE,
  showEditor,
  stand,
  user,
} from './testing/edit-stand.tsx'
import { PAUSE_MS } from './use-draft.ts'

/** Advances the page's clock and runs what depends on it. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const showWithClock = async () => {
  await showEditor()
  vi.useFakeTimers()
}

const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })

const savedState = () => document.querySelector('p[role=status]')?.textContent

test('a draft is saved once, shortly after the last keystroke', async () => {
  await showWithClock()
  type('Title', 'Senko')
  await pass(PAUSE_MS - 100)
  type('Title', 'Senko D')
  await pass(PAUSE_MS - 100)
  expect(stand.asked(DRAFT)).toEqual([])
  expect(savedState()).toBe('1 change not saved: title')

  await pass(200)
  expect(stand.asked(DRAFT)).toMatchObject([{ typed: { title: 'Senko D' }, revision: 0, basedOn: 'first' }])
  expect(savedState()).toMatch(/not saved: .*Draft kept$/)
  expect(stand.asked(SAVE)).toEqual([])
})

test('typing while a draft is being saved leads to a second save, based on the revision of the first', async () => {
  await showWithClock()
  let answer = () => {}
  const keep = stand.answers[DRAFT]!
  stand.answers[DRAFT] = (body) => new Promise((resolve) => (answer = () => resolve(keep(body))))
  type('Title', 'Senko 1')
  await pass(PAUSE_MS)
  type('Title', 'Senko 2')
  await pass(PAUSE_MS * 3)
  expect(stand.asked(DRAFT)).toHaveLength(1)

  stand.answers[DRAFT] = keep
  answer()
  await pass(10)
  await pass(PAUSE_MS)
  expect(stand.asked(DRAFT)).toMatchObject([{ revision: 0 }, { typed: { title: 'Senko 2' }, revision: 1 }])
})

test('a saved draft is restored, including an incomplete price', async () => {
  stand.mod = exampleAdminMod({
    draft: {
      typed: { title: 'Half done', price: '12.', gone: true },
      revision: 4,
      updatedAt: '2026-11-01T10:00:00.000Z',
    },
  })
  await showEditor()
  expect(field('Title').value).toBe('Half done')
  expect(field('Price').value).toBe('12.')
  expect(field('Make').value).toBe('Tsukiro')
  expect(savedState()).toMatch(/not saved: .*Draft kept$/)
})

test('typing the original values back deletes the draft', async () => {
  await showWithClock()
  type('Title', 'Other')
  await pass(PAUSE_MS)
  type('Title', 'Tsukiro Senko')
  await pass(PAUSE_MS)
  expect(stand.asked(`DELETE ${MOD}/draft`)).toHaveLength(1)
  expect(savedState()).toBe('All changes saved')
})

test('a failed draft save is retried until it succeeds', async () => {
  await showWithClock()
  const keep = stand.answers[DRAFT]!
  stand.answers[DRAFT] = () => refuse('server.busy')
  type('Title', 'Other')
  await pass(PAUSE_MS)
  expect(savedState()).toBe('1 change not saved: title. Draft not kept, trying again')
  stand.answers[DRAFT] = keep
  await pass(6_000)
  expect(savedState()).toMatch(/not saved: .*Draft kept$/)
})

test('a draft from another tab is never overwritten without asking, and its version can be loaded', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({
    draft: { typed: { title: 'From the other tab' }, revision: 2, updatedAt: '2026-11-01T10:00:00.000Z' },
  })
  await user.type(field('Title'), '!')
  await user.click(button('Save changes'))
  await screen.findByText('This mod was edited somewhere else.')
  expect(stand.asked(SAVE)).toEqual([])
  expect(button('Save changes').disabled).toBe(true)
  expect(field('Title').value).toBe('Tsukiro Senko!')

  await user.click(button('Show other version'))
  await waitFor(() => expect(field('Title').value).toBe('From the other tab'))
  expect(screen.queryByText('This mod was edited somewhere else.')).toBeNull()
})

test('the local version can be kept in a draft conflict and then saved', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({ form: exampleForm({ make: 'Saved elsewhere' }), formVersion: 'second' })
  await user.type(field('Title'), '!')
  await user.click(button('Save changes'))
  await user.click(await screen.findByRole('button', { name: 'Keep this version' }))
  await waitFor(() => expect(savedState()).toMatch(/not saved: .*Draft kept$/))
  await user.click(button('Save changes'))
  await waitFor(() => expect(savedState()).toBe('All changes saved'))
  expect(stand.mod.form).toMatchObject({ title: 'Tsukiro Senko!', make: 'Tsukiro' })
})

test('saving a mod that another tab has saved asks first, and the local version can be kept', async () => {
  await showWithClock()
  type('Title', 'Mine')
  await pass(PAUSE_MS)
  vi.useRealTimers()
  stand.mod = exampleAdminMod({ form: exampleForm({ make: 'Saved elsewhere' }), formVersion: 'second' })
  stand.answers[SAVE] = () => refuse('mod.draft_changed')
  await user.click(button('Save changes'))
  await user.click(await screen.findByRole('button', { name: 'Keep this version' }))
  await waitFor(() => expect(savedState()).toMatch(/not saved: .*Draft kept$/))
  expect(stand.asked(DRAFT).at(-1)).toMatchObject({ typed: { title: 'Mine' }, revision: 0, basedOn: 'second' })
})

test('returning to the editor shows what another tab has saved', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({ form: exampleForm({ title: 'Saved elsewhere' }), formVersion: 'second' })
  fireEvent.focus(window)
  await waitFor(() => expect(field('Title').value).toBe('Saved elsewhere'))
})

test('errors show at their field when typing pauses, and saving focuses the first one', async () => {
  await showEditor()
  type('Price', 'ten')
  await waitFor(() => expect(describedBy(field('Price'))).toContain('Enter a price like 12.50.'))
  await user.click(button('Save changes'))
  await waitFor(() => expect(document.activeElement).toBe(field('Price')))
  expect(stand.asked(SAVE)).toEqual([])

  type('Price', '12,5')
  await waitFor(() => expect(describedBy(field('Price'))).not.toContain('12.50'))
  await user.click(button('Save changes'))
  await waitFor(() => expect(stand.asked(SAVE)).toMatchObject([{ price: 12.5, title: 'Tsukiro Senko' }]))
})

test('errors that only the server detects show at their field too', async () => {
  stand.answers[SAVE] = () => refuse('request.invalid', [{ path: '/videoUrl', message: 'This video is private.' }])
  await showEditor()
  type('Video', 'https://videos.example/1')
  await user.click(button('Save changes'))
  await waitFor(() => expect(describedBy(field('Video'))).toContain('This video is private.'))
  expect(field('Video').value).toBe('https://videos.example/1')
})

test('archive suggestions fill only the accepted fields', async () => {
  await showEditor()
  type('Make', 'Tsukiro Works')
  await user.click(button('Accept title and tags'))
  expect(field('Title').value).toBe('Senko D-Spec')
  expect(screen.getByRole('button', { name: 'Remove jdm' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove drift' })).toBeNull()
  expect(field('Make').value).toBe('Tsukiro Works')
  expect(field('Short description').value).toBe('A drift sedan.')
  await user.click(button('Save changes'))
  await waitFor(() =>
    expect(stand.mod.form).toEqual(exampleForm({ title: 'Senko D-Spec', tags: ['jdm'], make: 'Tsukiro Works' })),
  )
})

test('leaving the editor with unsaved changes offers to stay, leave or save first', async () => {
  const router = await showEditor()
  await user.type(field('Title'), '!')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByRole('dialog', { name: 'Leave Tsukiro Senko?' })
  await user.click(button('Stay'))
  expect(router.state.location.pathname).toBe('/edit')
  expect(field('Title').value).toBe('Tsukiro Senko!')

  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Leave and keep draft' }))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(stand.asked(DRAFT)).toMatchObject([{ typed: { title: 'Tsukiro Senko!' } }])
  expect(stand.asked(SAVE)).toEqual([])
})

test('"Save and leave" saves the mod before leaving the editor', async () => {
  await showEditor()
  await user.type(field('Title'), '!')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Save and leave' }))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(stand.mod.form.title).toBe('Tsukiro Senko!')
})

test('leaving the editor without changes asks nothing', async () => {
  await showEditor()
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
})

test('the browser warns on closing the editor only while the draft is not saved', async () => {
  await showWithClock()
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  type('Title', 'Other')
  expect(isAsked()).toBe(true)
  await pass(PAUSE_MS)
  expect(isAsked()).toBe(false)
})

test('discarding changes asks for confirmation and deletes the draft', async () => {
  await showEditor()
  type('Title', 'Other')
  await user.click(button('Discard'))
  expect(stand.asked(`DELETE ${MOD}/draft`)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(field('Title').value).toBe('Tsukiro Senko'))
  expect(stand.asked(`DELETE ${MOD}/draft`)).toHaveLength(1)
  expect(savedState()).toBe('All changes saved')
})
