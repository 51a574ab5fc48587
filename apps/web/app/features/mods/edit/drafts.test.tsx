// @vitest-environment jsdom
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

/** Lets the page's clock run on, and what hangs on it happen. */
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const showWithClock = async () => {
  await showEditor()
  vi.useFakeTimers()
}

const type = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } })

const savedState = () => document.querySelector('p[role=status]')?.textContent

test('what is typed is kept a moment after the last key, once', async () => {
  await showWithClock()
  type('Title', 'Senko')
  await pass(PAUSE_MS - 100)
  type('Title', 'Senko D')
  await pass(PAUSE_MS - 100)
  expect(stand.asked(DRAFT)).toEqual([])
  expect(savedState()).toBe('Unsaved changes')

  await pass(200)
  expect(stand.asked(DRAFT)).toMatchObject([{ typed: { title: 'Senko D' }, revision: 0, basedOn: 'first' }])
  expect(savedState()).toBe('Draft kept, not saved yet')
  expect(stand.asked(SAVE)).toEqual([])
})

test('what is typed while a draft is on its way is kept after it, on top of it', async () => {
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

test('a draft that was kept before is there again, and half a price with it', async () => {
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
  expect(savedState()).toBe('Draft kept, not saved yet')
})

test('typing everything back as it was forgets the draft', async () => {
  await showWithClock()
  type('Title', 'Other')
  await pass(PAUSE_MS)
  type('Title', 'Tsukiro Senko')
  await pass(PAUSE_MS)
  expect(stand.asked(`DELETE ${MOD}/draft`)).toHaveLength(1)
  expect(savedState()).toBe('All changes saved')
})

test('what the store cannot keep is tried again until it can', async () => {
  await showWithClock()
  const keep = stand.answers[DRAFT]!
  stand.answers[DRAFT] = () => refuse('server.busy')
  type('Title', 'Other')
  await pass(PAUSE_MS)
  expect(savedState()).toBe('Draft not kept, trying again')
  stand.answers[DRAFT] = keep
  await pass(6_000)
  expect(savedState()).toBe('Draft kept, not saved yet')
})

test('a draft of another tab is never written over unasked; the other version can be taken', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({
    draft: { typed: { title: 'From the other tab' }, revision: 2, updatedAt: '2026-11-01T10:00:00.000Z' },
  })
  await user.type(field('Title'), '!')
  await user.click(button('Save'))
  await screen.findByText('This mod was edited somewhere else.')
  expect(stand.asked(SAVE)).toEqual([])
  expect(button('Save').disabled).toBe(true)
  expect(field('Title').value).toBe('Tsukiro Senko!')

  await user.click(button('Show other version'))
  await waitFor(() => expect(field('Title').value).toBe('From the other tab'))
  expect(screen.queryByText('This mod was edited somewhere else.')).toBeNull()
})

test('or what is here is kept over it, and can then be saved', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({ form: exampleForm({ make: 'Saved elsewhere' }), formVersion: 'second' })
  await user.type(field('Title'), '!')
  await user.click(button('Save'))
  await user.click(await screen.findByRole('button', { name: 'Keep this version' }))
  await waitFor(() => expect(savedState()).toBe('Draft kept, not saved yet'))
  await user.click(button('Save'))
  await waitFor(() => expect(savedState()).toBe('All changes saved'))
  expect(stand.mod.form).toMatchObject({ title: 'Tsukiro Senko!', make: 'Tsukiro' })
})

test('who saves a draft that another tab has saved over is asked, and can keep what is here', async () => {
  await showWithClock()
  type('Title', 'Mine')
  await pass(PAUSE_MS)
  vi.useRealTimers()
  stand.mod = exampleAdminMod({ form: exampleForm({ make: 'Saved elsewhere' }), formVersion: 'second' })
  stand.answers[SAVE] = () => refuse('mod.draft_changed')
  await user.click(button('Save'))
  await user.click(await screen.findByRole('button', { name: 'Keep this version' }))
  await waitFor(() => expect(savedState()).toBe('Draft kept, not saved yet'))
  expect(stand.asked(DRAFT).at(-1)).toMatchObject({ typed: { title: 'Mine' }, revision: 0, basedOn: 'second' })
})

test('who comes back from another tab sees what was saved there', async () => {
  await showEditor()
  stand.mod = exampleAdminMod({ form: exampleForm({ title: 'Saved elsewhere' }), formVersion: 'second' })
  fireEvent.focus(window)
  await waitFor(() => expect(field('Title').value).toBe('Saved elsewhere'))
})

test('what is wrong is said beside its field when the typing pauses, and saving leads there', async () => {
  await showEditor()
  type('Price', 'ten')
  await waitFor(() => expect(describedBy(field('Price'))).toContain('Enter a price like 12.50.'))
  await user.click(button('Save'))
  await waitFor(() => expect(document.activeElement).toBe(field('Price')))
  expect(stand.asked(SAVE)).toEqual([])

  type('Price', '12,5')
  await waitFor(() => expect(describedBy(field('Price'))).not.toContain('12.50'))
  await user.click(button('Save'))
  await waitFor(() => expect(stand.asked(SAVE)).toMatchObject([{ price: 12.5, title: 'Tsukiro Senko' }]))
})

test('what only the store knows to be wrong is said beside the field too', async () => {
  stand.answers[SAVE] = () => refuse('request.invalid', [{ path: '/videoUrl', message: 'This video is private.' }])
  await showEditor()
  type('Video', 'https://videos.example/1')
  await user.click(button('Save'))
  await waitFor(() => expect(describedBy(field('Video'))).toContain('This video is private.'))
  expect(field('Video').value).toBe('https://videos.example/1')
})

test('what an archive proposes fills only the fields that were accepted', async () => {
  await showEditor()
  type('Make', 'Tsukiro Works')
  await user.click(button('Accept title and tags'))
  expect(field('Title').value).toBe('Senko D-Spec')
  expect(screen.getByRole('button', { name: 'Remove jdm' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove drift' })).toBeNull()
  expect(field('Make').value).toBe('Tsukiro Works')
  expect(field('Short description').value).toBe('A drift sedan.')
  await user.click(button('Save'))
  await waitFor(() =>
    expect(stand.mod.form).toEqual(exampleForm({ title: 'Senko D-Spec', tags: ['jdm'], make: 'Tsukiro Works' })),
  )
})

test('whoever leaves with unsaved changes is asked, and may stay, leave or save first', async () => {
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

test('who saves first leaves a saved mod behind', async () => {
  await showEditor()
  await user.type(field('Title'), '!')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await user.click(await screen.findByRole('button', { name: 'Save and leave' }))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(stand.mod.form.title).toBe('Tsukiro Senko!')
})

test('nobody is asked who changed nothing', async () => {
  await showEditor()
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
})

test('the browser asks before a page is closed whose text is not kept yet, and not after', async () => {
  await showWithClock()
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  type('Title', 'Other')
  expect(isAsked()).toBe(true)
  await pass(PAUSE_MS)
  expect(isAsked()).toBe(false)
})

test('changes are discarded only when asked again, and the draft with them', async () => {
  await showEditor()
  type('Title', 'Other')
  await user.click(button('More actions'))
  await user.click(await screen.findByRole('menuitem', { name: 'Discard changes' }))
  expect(stand.asked(`DELETE ${MOD}/draft`)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(field('Title').value).toBe('Tsukiro Senko'))
  expect(stand.asked(`DELETE ${MOD}/draft`)).toHaveLength(1)
  expect(savedState()).toBe('All changes saved')
})
