// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/releases'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AdminRelease, PublishReview } from '@slipstream/contract/releases'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { ReleaseList } from './release-list.tsx'

// The machine may be busy.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const user = userEvent.setup({ delay: null })
const PUBLISH = 'POST /api/admin/releases/2/publish'
const REVIEW = 'GET /api/admin/releases/2/publish'

const draft: AdminRelease = {
  ...{ id: 2, modId: 7, version: '2.0.0', changes: [], gameVersions: ['0.36'], status: 'draft' },
  ...{ publishedAt: null, publishAt: null, announceAt: null, uploadId: 5, uploadStatus: 'ready' },
  ...{ sizeBytes: 1, sha256: 'a', isCurrent: false, compatibility: [], copies: { capacity: null, failure: null } },
}
const contents = (version: string, ...folders: string[]) => ({
  ...{ version, fileCount: 40 * folders.length, unpackedBytes: 2_000_000 },
  vehicles: folders.map((folder) => ({ folder, name: folder })),
})
const review = (changes: Partial<PublishReview> = {}): PublishReview => ({
  before: contents('1.0.0', 'wayfarer'),
  contents: contents('2.0.0', 'wayfarer'),
  foreignFolders: [],
  gameVersions: ['0.37', '0.36'],
  isNews: true,
  owners: 1_204,
  mails: 980,
  ...changes,
})

let store: ReturnType<typeof pretendStore>
let releases: AdminRelease[]
beforeEach(() => {
  releases = [draft]
  store = pretendStore({
    'GET /api/admin/mods/7/releases': () => releases,
    [REVIEW]: () => review(),
    [PUBLISH]: () => {
      releases = [
        {
          ...draft,
          status: 'published',
          publishedAt: '2026-11-19T12:00:00.000Z',
          announceAt: '2099-11-19T12:10:00.000Z',
        },
      ]
      return releases[0]
    },
  })
})
const open = async () => {
  showAt('/admin/products/edit/7', <ReleaseList modId={7} archives={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Publish 2.0.0' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish 2.0.0?' }))
  await dialog.findByRole('table')
  return dialog
}

test('[CAP-29] publishing a release asks first: the difference, the changelog, ticked versions and who is told', async () => {
  const dialog = await open()
  expect(store.asked(PUBLISH)).toEqual([])
  expect(dialog.getByRole('row', { name: /^Files/ }).textContent).toBe('Files4040')
  expect(dialog.getByText(/1,204 people who own it are told, 980 of them by mail, 10 minutes after/)).toBeTruthy()
  expect(dialog.getByText(/the mail to the owners would not say what changed/)).toBeTruthy()
  for (const name of ['0.37', '0.36'])
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name }).checked).toBe(false)

  await user.click(dialog.getByRole('button', { name: /Add change/ }))
  await user.type(dialog.getByRole('textbox', { name: 'change 1' }), 'New springs.')
  await user.click(dialog.getByRole('checkbox', { name: '0.37' }))
  await user.click(dialog.getByRole('button', { name: 'Publish 2.0.0' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(store.asked(PUBLISH).map(({ body }) => body)).toEqual([
    { at: null, changes: ['New springs.'], gameVersions: ['0.37'], isQuiet: false },
  ])
})

test('a release that was rolled back is brought back after the same question', async () => {
  releases = [{ ...draft, status: 'withdrawn', publishedAt: '2026-11-04T10:00:00.000Z' }]
  showAt('/admin/products/edit/7', <ReleaseList modId={7} archives={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Bring back 2.0.0' }))
  const question = within(await screen.findByRole('dialog', { name: 'Bring back 2.0.0?' }))
  expect(store.asked(PUBLISH)).toEqual([])
  await user.click(await question.findByRole('button', { name: 'Publish 2.0.0' }))
  await waitFor(() => expect(screen.queryByText('Rolled back')).toBeNull())
  expect(store.asked(PUBLISH)).toHaveLength(1)
})

test('[CAP-29] a foreign vehicle stops publishing until its folder is typed', async () => {
  store.answers[REVIEW] = () =>
    review({ contents: contents('2.0.0', 'aurelion'), foreignFolders: ['aurelion'], owners: 1, mails: 1 })
  const dialog = await open()
  expect(dialog.getByText('This archive holds aurelion, unlike the last release.')).toBeTruthy()
  expect(dialog.getByText('wayfarer is missing.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Publish 2.0.0' }))
  expect(await dialog.findByText('Type aurelion to publish it.')).toBeTruthy()
  expect(store.asked(PUBLISH)).toEqual([])
  await user.type(dialog.getByRole('textbox', { name: /Type aurelion/ }), 'aurelion')
  await user.click(dialog.getByRole('button', { name: 'Publish 2.0.0' }))
  await waitFor(() => expect(store.asked(PUBLISH)[0]?.body).toMatchObject({ foreignFolder: 'aurelion' }))
})

test('[CAP-29] a quiet release tells nobody, and says so', async () => {
  const dialog = await open()
  await user.click(dialog.getByRole('checkbox', { name: /Publish quietly/ }))
  expect(dialog.getByText('Nobody is told.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Publish 2.0.0' }))
  await waitFor(() => expect(store.asked(PUBLISH)[0]?.body).toMatchObject({ isQuiet: true }))
})

test('[CAP-29] until its owners are told, publishing can be undone with one click', async () => {
  const WITHDRAW = 'POST /api/admin/releases/2/withdraw'
  releases = [
    { ...draft, status: 'published', publishedAt: '2026-11-19T12:00:00.000Z', announceAt: '2099-11-19T12:10:00.000Z' },
  ]
  store.answers[WITHDRAW] = () => {
    releases = [{ ...draft, status: 'withdrawn', publishedAt: '2026-11-19T12:00:00.000Z' }]
    return releases[0]
  }
  showAt('/admin/products/edit/7', <ReleaseList modId={7} archives={[]} />)
  await user.click(await screen.findByRole('button', { name: 'Undo publishing 2.0.0' }))
  expect(await screen.findByText('Rolled back')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo publishing 2.0.0' })).toBeNull()
})
