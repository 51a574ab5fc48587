import { exampleAdminMod, refuse, stand, tell, user } from './edit/testing/edit-stand.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { createQueryClient } from '#lib/query-client.ts'
import { CreateMod } from './create-mod.tsx'
import { titleFromFileName } from './title-from-file-name.ts'

const CREATE = 'POST /api/admin/mods'
const sendArchive = vi.fn()
const zip = (name: string) => new File(['PK'], name, { type: 'application/zip' })

const showPage = async (fileProblem: (file: File) => string | null = () => null) => {
  sendArchive.mockReset()
  stand.answers[CREATE] = () => tell(exampleAdminMod())
  const router = createMemoryRouter(
    [
      { path: '/create', element: <CreateMod fileProblem={fileProblem} sendArchive={sendArchive} /> },
      { path: '/admin/products/edit/:id', element: <p>The new mod</p> },
    ],
    { initialEntries: ['/create'] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await screen.findByRole('option', { name: 'Drift' })
  return router
}

test('a mod created from a title opens in the editor', async () => {
  const router = await showPage()
  await user.type(screen.getByRole('textbox', { name: 'Title' }), ' Senko ')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Rally')
  await user.click(screen.getByRole('button', { name: 'Create draft' }))
  expect(await screen.findByText('The new mod')).toBeTruthy()
  expect(router.state.location.pathname).toBe('/admin/products/edit/7')
  expect(stand.asked(CREATE)).toEqual([{ title: 'Senko', categoryId: 2 }])
  expect(sendArchive).not.toHaveBeenCalled()
})

test('a mod created from an archive is named after it, and the upload starts', async () => {
  await showPage()
  const file = zip('tsukiro_senko-d.zip')
  await user.upload(screen.getByLabelText(/Drop the mod’s zip file here/), file)
  expect(await screen.findByText('The new mod')).toBeTruthy()
  expect(stand.asked(CREATE)).toEqual([{ title: 'Tsukiro Senko D' }])
  expect(sendArchive).toHaveBeenCalledWith(7, file)
})

test('an unusable file creates no mod', async () => {
  await showPage(({ name }) => `${name} is empty.`)
  await user.upload(screen.getByLabelText(/Drop the mod’s zip file here/), zip('empty.zip'))
  expect(await screen.findByText('empty.zip is empty.')).toBeTruthy()
  expect(stand.asked(CREATE)).toEqual([])
})

test('creating a mod needs a title, and a rejection shows at the field', async () => {
  await showPage()
  stand.answers[CREATE] = () => refuse('server.busy')
  await user.click(screen.getByRole('button', { name: 'Create draft' }))
  expect(await screen.findByText('Enter a title.')).toBeTruthy()
  expect(stand.asked(CREATE)).toEqual([])

  const title = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' })
  await user.type(title, 'Senko')
  await user.click(screen.getByRole('button', { name: 'Create draft' }))
  await waitFor(() =>
    expect(screen.getByText('We’re handling a lot of requests right now. Try again in a few seconds.')).toBeTruthy(),
  )
  expect(title.value).toBe('Senko')
  expect(sendArchive).not.toHaveBeenCalled()
})

test.each([
  ['tsukiro_senko-d.zip', 'Tsukiro Senko D'],
  ['Vento 2.1.ZIP', 'Vento 2.1'],
  ['__.zip', 'New mod'],
  [`${'long '.repeat(40)}.zip`, `${'Long '.repeat(16)}`.trim()],
])('an archive called %s creates a mod called %s', (fileName, title) => {
  expect(titleFromFileName(fileName)).toBe(title)
})
