import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AdminRelease } from '@slipstream/contract/releases'
import { examplePicture } from '#features/catalogue/details/testing/example-mod.ts'
import {
  adminPictures,
  button,
  describedBy,
  exampleAdminMod,
  exampleForm,
  field,
  MOD,
  openEditor,
  refuse,
  SAVE,
  showEditor,
  stand,
  tell,
  user,
} from './testing/edit-stand.tsx'

const draftRelease: AdminRelease = {
  id: 3,
  modId: 7,
  version: '1.0.0',
  changes: [],
  gameVersions: ['0.36'],
  status: 'draft',
  publishedAt: null,
  publishAt: null,
  announceAt: null,
  uploadId: 9,
  uploadStatus: 'ready',
  sizeBytes: 4_000,
  sha256: '',
  isCurrent: false,
  compatibility: [],
  copies: { capacity: null, failure: null },
}

const section = (name: string) => within(screen.getByRole('region', { name }))
const pictureOrder = () =>
  section('Gallery')
    .getAllByRole('img')
    .map((picture) => picture.getAttribute('alt'))

const ORDER = `POST ${MOD}/pictures/order`

test('gallery pictures are reordered with the keyboard, and the order is saved', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front', 'Rear', 'Wheels') })
  stand.answers[ORDER] = ({ ids }) => {
    const pictures = (ids as number[]).map((id) => stand.mod.pictures.find((each) => each.id === id)!)
    stand.mod = { ...stand.mod, pictures }
    return Response.json(pictures)
  }
  await showEditor()
  button('Move Wheels earlier').focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(stand.asked(ORDER)).toEqual([{ ids: [1, 3, 2] }]))
  expect(pictureOrder()).toEqual(['The front of the car', 'The wheels of the car', 'The rear of the car'])
  expect(section('Gallery').getByText('On the card').previousElementSibling?.querySelector('img')?.alt).toBe(
    'The front of the car',
  )
})

test('a conflicting picture order is reverted with the reason', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front', 'Rear') })
  await showEditor()
  stand.answers[ORDER] = () => refuse('order.changed')
  stand.mod = exampleAdminMod({
    pictures: [...adminPictures('Front', 'Rear'), { id: 9, picture: examplePicture('New') }],
  })
  await user.click(button('Move Rear earlier'))
  expect(await screen.findByText('The list was changed elsewhere. Reload to see the changes.')).toBeTruthy()
  await waitFor(() =>
    expect(pictureOrder()).toEqual(['The front of the car', 'The rear of the car', 'The new of the car']),
  )
})

test('the description of a picture is saved on blur', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  const EDIT = `PATCH ${MOD}/pictures/1`
  stand.answers[EDIT] = (words) => Response.json({ id: 1, picture: { ...examplePicture('Front'), ...words } })
  await showEditor()
  fireEvent.change(field('Description of Front'), { target: { value: 'The nose, low sun' } })
  expect(stand.asked(EDIT)).toEqual([])
  fireEvent.blur(field('Description of Front'))
  await waitFor(() => expect(stand.asked(EDIT)).toEqual([{ alt: 'The nose, low sun' }]))
  await waitFor(() => expect(pictureOrder()).toEqual(['The nose, low sun']))
})

test('removing a picture asks for confirmation', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  const REMOVE = `DELETE ${MOD}/pictures/1`
  stand.answers[REMOVE] = () => Response.json(null)
  await showEditor()
  await user.click(button('Remove Front'))
  expect(stand.asked(REMOVE)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(section('Gallery').queryAllByRole('img')).toEqual([]))
})

test('an empty configuration row is not sent, and an invalid value shows an error in its row', async () => {
  await showEditor()
  await user.click(button('Add configuration'))
  await user.keyboard('Sport')
  fireEvent.change(field('Power (kW) of Sport'), { target: { value: '3oo' } })
  await waitFor(() => expect(describedBy(field('Power (kW) of Sport'))).toContain('Enter a whole number.'))

  fireEvent.change(field('Power (kW) of Sport'), { target: { value: '300' } })
  fireEvent.change(field('Mass (kg) of Sport'), { target: { value: '1265' } })
  await user.click(button('Add configuration'))
  await user.click(button('Save changes'))
  await waitFor(() => expect(stand.asked(SAVE)).toHaveLength(1))
  expect(stand.asked(SAVE)[0]?.configurations).toMatchObject([
    { name: 'Sport', powerKw: 300, massKg: 1265, engine: null },
  ])
})

test('the arrow keys move through a column of configurations', async () => {
  const configuration = {
    bodyStyle: null,
    engine: null,
    fuel: null,
    powerKw: null,
    torqueNm: null,
    drivetrain: null,
    transmission: null,
    massKg: null,
    topSpeedKmh: null,
    sprintS: null,
  }
  stand.mod = exampleAdminMod({
    form: exampleForm({
      configurations: [
        { name: 'Base', ...configuration },
        { name: 'Sport', ...configuration },
      ],
    }),
  })
  await showEditor()
  field('Torque (Nm) of Base').focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(field('Torque (Nm) of Sport'))
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(field('Torque (Nm) of Base'))
})

const PUBLISH = `POST ${MOD}/publish`

test('publishing an incomplete mod lists what is missing and sends nothing', async () => {
  stand.mod = exampleAdminMod({ form: exampleForm({ description: '', price: null, categoryId: null }) })
  await showEditor()
  expect(screen.getByText('1 of 7')).toBeTruthy()
  await user.click(button('Publish'))
  const notice = await screen.findByText('The mod is not ready to be published.')
  const links = within(notice.parentElement!).getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['A short description', '#basics'],
    ['A price', '#price'],
    ['A category', '#price'],
    ['A picture', '#pictures'],
    ['A release with a checked archive', '#releases'],
    ['A tested game version', '#price'],
  ])
  expect(stand.asked(PUBLISH)).toEqual([])
})

test('publishing a mod saves the form first and publishes the checked release', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  stand.releases = [draftRelease]
  stand.answers[PUBLISH] = () => {
    stand.mod = { ...stand.mod, status: 'published', publishedAt: '2026-11-15T10:00:00.000Z' }
    return tell(stand.mod)
  }
  await showEditor()
  fireEvent.change(field('Title'), { target: { value: 'Senko D-Spec' } })
  await user.click(button('Publish'))
  const summary = within(await screen.findByRole('dialog', { name: 'Put Senko D-Spec on sale?' }))
  const facts = summary.getAllByRole('definition').map((each) => each.textContent)
  expect(facts).toEqual(['$17.99', 'Drift', '1.0.0 · 4 kB', '0.36', '1', '0', 'Not included'])
  expect(stand.asked(PUBLISH)).toEqual([])
  await user.click(summary.getByRole('button', { name: 'Publish for $17.99' }))
  const shared = within(await screen.findByRole('dialog', { name: 'Senko D-Spec is on sale' }))
  expect(shared.getByText(`${window.location.origin}/mods/7`)).toBeTruthy()
  expect(shared.getByText(/^\*\*Senko D-Spec\*\* is out now for \$17\.99\./)).toBeTruthy()
  await user.click(shared.getAllByRole('button', { name: 'Close' })[0]!)
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save changes' })).toBeTruthy())
  expect(stand.mod.form.title).toBe('Senko D-Spec')
  expect(stand.calls.map(({ route }) => route).filter((route) => [SAVE, PUBLISH].includes(route))).toEqual([
    SAVE,
    PUBLISH,
  ])
  expect(stand.asked(PUBLISH)).toEqual([{ at: null }])
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull()
})

test('the Publish button is disabled until the releases have loaded', async () => {
  stand.isLoadingReleases = true
  await showEditor()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
})

test('a mod is not published when its form cannot be saved', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  stand.releases = [draftRelease]
  stand.answers[SAVE] = () => refuse('server.busy')
  await showEditor()
  fireEvent.change(field('Title'), { target: { value: 'Senko D-Spec' } })
  await user.click(button('Publish'))
  await user.click(await screen.findByRole('button', { name: 'Publish for $17.99' }))
  expect(
    await screen.findByText('We’re handling a lot of requests right now. Try again in a few seconds.'),
  ).toBeTruthy()
  expect(stand.asked(PUBLISH)).toEqual([])
})

test('scheduling a mod needs a time in the future', async () => {
  stand.mod = exampleAdminMod({ pictures: adminPictures('Front') })
  stand.releases = [draftRelease]
  stand.answers[PUBLISH] = ({ at }) => {
    stand.mod = { ...stand.mod, publishAt: String(at) }
    return tell(stand.mod)
  }
  await showEditor()
  await user.click(button('More actions'))
  await user.click(await screen.findByRole('menuitem', { name: 'Schedule publishing' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Tsukiro Senko later' }))
  fireEvent.change(dialog.getByLabelText('When'), { target: { value: '2020-01-01T10:00' } })
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  expect(await dialog.findByText('This time has already passed. Choose a later one.')).toBeTruthy()
  expect(stand.asked(PUBLISH)).toEqual([])

  const at = new Date('2096-05-01T10:00').toISOString()
  fireEvent.change(dialog.getByLabelText('When'), { target: { value: '2096-05-01T10:00' } })
  await user.click(dialog.getByRole('button', { name: 'Schedule' }))
  await waitFor(() => expect(stand.asked(PUBLISH)).toEqual([{ at }]))
  await waitFor(() => expect(screen.getAllByText('Scheduled').length).toBeGreaterThan(0))
})

test('taking a mod off sale asks for confirmation and archives it', async () => {
  stand.mod = exampleAdminMod({ status: 'published' })
  const ARCHIVE = `POST ${MOD}/archive`
  stand.answers[ARCHIVE] = () => {
    stand.mod = { ...stand.mod, status: 'archived' }
    return tell(stand.mod)
  }
  await showEditor()
  await user.click(button('More actions'))
  await user.click(await screen.findByRole('menuitem', { name: 'Take off sale' }))
  expect(stand.asked(ARCHIVE)).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Take off sale' }))
  await waitFor(() => expect(screen.getAllByText('Archived').length).toBeGreaterThan(0))
})

test('a missing mod shows an error and a link back', async () => {
  stand.answers[`GET ${MOD}`] = () => refuse('mod.not_found')
  openEditor()
  expect(await screen.findByText('This mod does not exist')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'All mods' })[0]?.getAttribute('href')).toBe('/admin/products/all-mods')
})

test('related mods are searched by title and saved with the form', async () => {
  const found = { id: 4, title: 'Kestrel R4 Rally', categoryName: 'Rally' }
  stand.answers['GET /api/admin/mods'] = () =>
    Response.json({
      items: [
        {
          ...found,
          make: '',
          status: 'published',
          publishAt: null,
          price: 9.99,
          discountPrice: null,
          sale: null,
          picture: null,
          version: null,
          releasedAt: null,
          rating: null,
          ratingCount: 0,
          isFeatured: false,
          includedWithPremium: false,
          hasDraft: false,
          updatedAt: '2026-11-01T10:00:00.000Z',
        },
      ],
      next: null,
      total: { count: 1, orMore: false },
    })
  stand.answers['GET /api/admin/mods/4'] = () =>
    tell(exampleAdminMod({ id: 4, form: exampleForm({ title: found.title }) }))
  await showEditor()
  fireEvent.change(screen.getByRole('searchbox', { name: 'Find a mod' }), { target: { value: 'kestrel' } })
  await user.click(await screen.findByRole('button', { name: 'Add Kestrel R4 Rally' }))
  expect(await screen.findByRole('button', { name: 'Remove Kestrel R4 Rally' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add Kestrel R4 Rally' })).toBeNull()
  await user.click(button('Save changes'))
  await waitFor(() => expect(stand.mod.form.relatedIds).toEqual([4]))
})

test('a duplicated mod opens in the editor', async () => {
  stand.answers[`POST ${MOD}/duplicate`] = () => tell(exampleAdminMod({ id: 8 }))
  const router = await showEditor()
  await user.click(button('More actions'))
  await user.click(await screen.findByRole('menuitem', { name: 'Duplicate' }))
  expect(await screen.findByText('The copy')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/products/edit/8')
})
