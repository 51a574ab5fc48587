import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { examplePicture } from '#features/catalogue/details/testing/example-mod.ts'
import { describedBy, exampleAdminMod, field, MOD, refuse, showEditor, stand } from './testing/edit-stand.tsx'

const EDIT = `PATCH ${MOD}/pictures/1`
const stored = (values: Parameters<typeof examplePicture>[1] = {}) => {
  stand.mod = exampleAdminMod({ pictures: [{ id: 1, picture: examplePicture('Front', values) }] })
}
const open = async () => {
  stand.answers[EDIT] = (words) => {
    const [first] = stand.mod.pictures
    stand.mod = { ...stand.mod, pictures: [{ id: 1, picture: { ...first!.picture, ...words } }] }
    return Response.json(stand.mod.pictures[0])
  }
  await showEditor()
}
const type = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } })
  fireEvent.blur(field(name))
}

test('the kind of a picture is saved when chosen, its caption on blur, and an emptied caption is removed', async () => {
  stored()
  await open()
  const kind = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Kind of Front' })
  expect([...kind.options].map(({ text }) => text)).toEqual(['Studio', 'In-game'])
  fireEvent.change(kind, { target: { value: 'in_game' } })
  type('Caption of Front', ' Garage mode ')
  await waitFor(() => expect(stand.asked(EDIT)).toEqual([{ kind: 'in_game' }, { caption: 'Garage mode' }]))
  await waitFor(() => expect([kind.value, field('Caption of Front').value]).toEqual(['in_game', 'Garage mode']))
  type('Caption of Front', '')
  await waitFor(() => expect(stand.asked(EDIT)).toHaveLength(3))
  expect(stand.asked(EDIT)[2]).toEqual({ caption: null })
})

test('a caption that could not be saved stays in its field with the reason', async () => {
  stored({ caption: 'Garage mode' })
  await open()
  stand.answers[EDIT] = () => refuse('server.busy')
  type('Caption of Front', 'At night')
  await waitFor(() => expect(describedBy(field('Caption of Front'))).toContain('Try again in a few seconds'))
  expect(field('Caption of Front').value).toBe('At night')
})

test('editing one text of a picture keeps a caption that another tab has saved in the meantime', async () => {
  stored()
  await open()
  stored({ caption: 'Written elsewhere' })
  fireEvent.focus(window)
  await waitFor(() => expect(field('Caption of Front').value).toBe('Written elsewhere'))
  type('Description of Front', 'The nose, low sun')
  await waitFor(() => expect(stand.asked(EDIT)).toEqual([{ alt: 'The nose, low sun' }]))
  await waitFor(() => expect(stand.mod.pictures[0]?.picture).toMatchObject({ caption: 'Written elsewhere' }))
})
