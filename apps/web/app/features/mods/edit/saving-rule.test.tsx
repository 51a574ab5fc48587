import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  adminPictures,
  button,
  describedBy,
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
import { typedMod } from './typed-mod.ts'
import { unsavedFields } from './unsaved-fields.ts'

const EDIT = `PATCH ${MOD}/pictures/1`
const open = () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  stand.answers[EDIT] = (words) => {
    const [first] = stand.mod.pictures
    stand.mod = { ...stand.mod, pictures: [{ id: 1, picture: { ...first!.picture, ...words } }] }
    return Response.json(stand.mod.pictures[0])
  }
  return showEditor()
}
const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const state = () => document.querySelector('p[role=status]')?.textContent
const storedCaption = () => stand.mod.pictures[0]?.picture.caption

test('every section of the mod editor states how it is saved, in the same words', async () => {
  await open()
  const ruleOf = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getByText(/^Saves /)
      .textContent?.trim()
  for (const name of ['Price and category', 'Basics', 'Story', 'Configurations', 'Related mods'])
    expect(ruleOf(name), name).toBe('Saves with “Save changes”.')
  expect(ruleOf('Gallery')).toBe('Saves at once.')
  expect(state()).toBe('All changes saved')
})

test('saving a caption keeps unsaved form input, and saving the form also saves the caption', async () => {
  await open()
  await user.type(field('Title'), '!')
  await user.type(field('Caption of Front'), 'Garage mode')
  expect(state()).toContain('2 changes not saved: title, caption of Front')
  await user.tab()
  expect(await gallery().findByText('Saves at once. Saved.')).toBeTruthy()
  expect(storedCaption()).toBe('Garage mode')
  expect(stand.asked(SAVE)).toEqual([])
  expect(field('Title').value).toBe('Tsukiro Senko!')
  expect(state()).toContain('1 change not saved: title')

  // The click that saves the form also saves a caption that is still being typed.
  await user.type(field('Caption of Front'), ', no filters')
  await user.click(button('Save changes'))
  await waitFor(() => expect(state()).toBe('All changes saved'))
  expect(stand.mod.form.title).toBe('Tsukiro Senko!')
  expect(storedCaption()).toBe('Garage mode, no filters')
  expect(field('Caption of Front').value).toBe('Garage mode, no filters')
})

test('discarding changes to the form keeps a typed caption', async () => {
  await open()
  await user.type(field('Caption of Front'), 'Garage mode')
  await user.type(field('Title'), '!')
  await user.click(button('Discard'))
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await waitFor(() => expect(field('Title').value).toBe('Tsukiro Senko'))
  expect(field('Caption of Front').value).toBe('Garage mode')
  await waitFor(() => expect(state()).toBe('All changes saved'))
})

test('an unsaved caption is named, and leaving the page or closing the tab asks first', async () => {
  const router = await open()
  const isAsked = () => !fireEvent(window, new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)
  stand.answers[EDIT] = () => refuse('server.busy')
  await user.type(field('Caption of Front'), 'Garage mode')
  expect(isAsked()).toBe(true)
  await user.tab()
  await waitFor(() => expect(describedBy(field('Caption of Front'))).toContain('Try again in a few seconds'))
  expect(gallery().getByText('Saves at once. Not saved: caption of Front.')).toBeTruthy()
  expect(state()).toBe('1 change not saved: caption of Front')

  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await screen.findByText('Your latest changes could not be kept. If you leave now, they are lost.')
  await user.click(button('Stay'))
  expect(router.state.location.pathname).toBe('/edit')
  expect(field('Caption of Front').value).toBe('Garage mode')
})

test('a click on a link waits until the caption is saved and asks nothing', async () => {
  const router = await open()
  const store = stand.answers[EDIT]!
  let answer = () => {}
  stand.answers[EDIT] = (body) => new Promise((resolve) => (answer = () => resolve(store(body))))
  await user.type(field('Caption of Front'), 'Garage mode')
  await user.click(screen.getByRole('link', { name: 'Elsewhere' }))
  await waitFor(() => expect(stand.asked(EDIT)).toHaveLength(1))
  expect(router.state.location.pathname).toBe('/edit')
  expect(screen.queryByRole('dialog')).toBeNull()
  answer()
  expect(await screen.findByText('Somewhere else')).toBeTruthy()
  expect(storedCaption()).toBe('Garage mode')
})

test('the save state names each changed field once and shortens a long list', async () => {
  const saved = typedMod(exampleForm())
  const typed = { ...saved, title: 'Senko', tags: [], hasSale: true, salePrice: '5', price: '9', about: 'More' }
  expect(unsavedFields(saved, saved)).toEqual([])
  expect(unsavedFields(typed, saved)).toEqual(['title', 'story', 'tags', 'price', 'sale'])
  await open()
  for (const name of ['Title', 'Make', 'Price', 'Short description', 'Video'])
    fireEvent.change(field(name), { target: { value: '1' } })
  expect(state()).toBe('5 changes not saved: title, make, short description and 2 more')
})
