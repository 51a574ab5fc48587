import type { ApiCall } from '@slipstream/contract/addresses'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/releases'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import type { CopyCapacity } from '@slipstream/contract/copy-capacity'
import type { AdminRelease } from '@slipstream/contract/releases'
import type { Upload } from '@slipstream/contract/uploads'
import { createQueryClient } from '#lib/query-client.ts'
import { ReleaseList } from './release-list.tsx'
import { nextVersion } from './release-words.ts'

// The machine may be busy.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })

const release = (id: number, version: string, values: Partial<AdminRelease> = {}): AdminRelease => ({
  id,
  modId: 7,
  version,
  changes: [],
  gameVersions: [],
  status: 'published',
  publishedAt: '2026-11-04T10:00:00.000Z',
  publishAt: null,
  announceAt: null,
  uploadId: null,
  uploadStatus: null,
  sizeBytes: 1,
  sha256: 'a',
  isCurrent: false,
  compatibility: [],
  copies: { capacity: null, failure: null },
  ...values,
})

const archive = (id: number, values: Partial<Upload> = {}): Upload => ({
  id,
  modId: 7,
  fileName: `archive-${id}.zip`,
  sizeBytes: 1,
  fingerprint: '',
  openAs: 'mod',
  status: 'ready',
  partBytes: 1,
  doneParts: [],
  progress: { doneBytes: 0, ofBytes: 0 },
  report: null,
  sha256: null,
  releaseId: null,
  isFilled: false,
  createdAt: '2026-11-04T10:00:00.000Z',
  ...values,
})

const LIST = 'GET /api/admin/mods/7/releases'
const user = userEvent.setup({ delay: null })
let releases: AdminRelease[] = []
let calls: { route: string; body: unknown }[] = []
let answers: Partial<Record<ApiCall, () => Response>> = {}
const asked = (route: string) => calls.filter((call) => call.route === route).map(({ body }) => body)
const refuse = (code: ErrorCode) => {
  const [status, message] = ERRORS[code]
  return Response.json({ code, message, requestId: 'req-7' }, { status })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  calls = []
  answers = { [LIST]: () => Response.json(releases) }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address, { method = 'GET', body } = {}) => {
    const route = `${method} ${address as string}`
    calls.push({ route, body: typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined })
    const answer = answers[route as ApiCall]
    if (!answer) throw new Error(`no answer is defined for ${route}`)
    return answer()
  })
})

const showList = (archives: Upload[] = []) =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <ReleaseList modId={7} archives={archives} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('the release list links to the compatibility board', async () => {
  releases = [release(1, '1.0.0', { isCurrent: true })]
  showList()
  const board = await screen.findByRole('link', { name: 'Check compatibility with the game' })
  expect(board.getAttribute('href')).toBe('/admin/mods')
})

test('rolling back a release asks for confirmation and restores the previous one', async () => {
  releases = [release(2, '1.1.0', { isCurrent: true }), release(1, '1.0.0')]
  answers['POST /api/admin/releases/2/withdraw'] = () => {
    releases = [release(1, '1.0.0', { isCurrent: true }), release(2, '1.1.0', { status: 'withdrawn' })]
    return Response.json(releases[1])
  }
  showList()
  await user.click(await screen.findByRole('button', { name: 'More for 1.1.0' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Roll back' }))
  expect(asked('POST /api/admin/releases/2/withdraw')).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Roll back' }))
  expect(await screen.findByText('Rolled back')).toBeTruthy()
  const [first] = screen.getAllByRole('listitem')
  expect(first?.textContent).toContain('1.0.0')
  expect(first?.textContent).toContain('Current')
  expect(screen.getByRole('button', { name: 'Bring back 1.1.0' })).toBeTruthy()
})

test('the only release cannot be rolled back, and the dialog shows why', async () => {
  releases = [release(2, '1.1.0', { isCurrent: true })]
  answers['POST /api/admin/releases/2/withdraw'] = () => refuse('release.only_one')
  showList()
  await user.click(await screen.findByRole('button', { name: 'More for 1.1.0' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Roll back' }))
  await user.click(await screen.findByRole('button', { name: 'Roll back' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'There is no earlier release to roll back to. Archive the mod instead.',
  )
})

test('a draft release whose archive is still being checked cannot be published', async () => {
  releases = [release(2, '1.1.0', { status: 'draft', publishedAt: null, uploadId: 5, uploadStatus: 'checking' })]
  showList()
  expect(await screen.findByText('Archive is being checked')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publish 1.1.0' }).disabled).toBe(true)
})

test('a new release uses an unused archive and suggests the next version', async () => {
  releases = [release(1, '1.0.0', { isCurrent: true, gameVersions: ['0.36'], uploadId: 4, uploadStatus: 'ready' })]
  answers['POST /api/admin/mods/7/releases'] = () => {
    releases = [
      release(2, '1.1.0', { status: 'draft', publishedAt: null, uploadId: 5, uploadStatus: 'ready' }),
      ...releases,
    ]
    return Response.json(releases[0])
  }
  showList([archive(6, { status: 'refused' }), archive(5), archive(4, { releaseId: 1 })])
  await user.click(await screen.findByRole('button', { name: 'Add release' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New release' }))
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Version' }).value).toBe('1.1.0')
  await user.click(dialog.getByRole('button', { name: 'Add change' }))
  await user.keyboard('New wheels.')
  await user.click(dialog.getByRole('button', { name: 'Create release' }))
  await waitFor(() =>
    expect(asked('POST /api/admin/mods/7/releases')).toEqual([
      { uploadId: 5, version: '1.1.0', changes: ['New wheels.'], gameVersions: [] },
    ]),
  )
  expect(await screen.findByRole('button', { name: 'Publish 1.1.0' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add release' })).toBeNull()
})

test('an invalid or taken version shows an error at its field and keeps the input', async () => {
  releases = []
  answers['POST /api/admin/mods/7/releases'] = () => refuse('release.version_taken')
  showList([archive(5)])
  await user.click(await screen.findByRole('button', { name: 'Add release' }))
  const version = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Version' })
  fireEvent.change(version, { target: { value: 'latest' } })
  await user.click(screen.getByRole('button', { name: 'Create release' }))
  expect(await screen.findByText('Use numbers with dots, like 1.2.0.')).toBeTruthy()
  expect(asked('POST /api/admin/mods/7/releases')).toEqual([])

  fireEvent.change(version, { target: { value: '1.0.0' } })
  await user.click(screen.getByRole('button', { name: 'Create release' }))
  expect(
    await screen.findByText('This mod already has a release with this version. Choose another version.'),
  ).toBeTruthy()
  expect(version.value).toBe('1.0.0')
})

test('the version of a published release cannot be edited', async () => {
  releases = [release(2, '1.1.0', { isCurrent: true, changes: ['Old words.'] })]
  answers['PATCH /api/admin/releases/2'] = () => Response.json(releases[0])
  showList()
  await user.click(await screen.findByRole('button', { name: 'More for 1.1.0' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Version' })).readOnly).toBe(true)
  fireEvent.change(screen.getByRole('textbox', { name: 'change 1' }), { target: { value: 'New words.' } })
  await user.click(screen.getByRole('button', { name: 'Save release' }))
  await waitFor(() =>
    expect(asked('PATCH /api/admin/releases/2')).toEqual([
      { version: '1.1.0', changes: ['New words.'], gameVersions: [] },
    ]),
  )
})

test.each([
  [[], '1.0.0'],
  [['1.9.4', '1.10.0'], '1.11.0'],
  [['2'], '2.1.0'],
  [['1.2.0-beta.1'], '1.3.0'],
])('after %j the next version is %s', (versions, next) => {
  expect(nextVersion(versions.map((version, id) => release(id, version)))).toBe(next)
})

test('a published release shows how well its copies can be traced and how to improve that', async () => {
  const capacity: CopyCapacity = {
    level: 'weak',
    sentence: 'Weak: only whole archives can be traced.',
    slots: { V: 80, K: 0, N: 0, W: 0 },
    colluders: 0,
    raises: [{ code: 'few-decimals', count: 9, sentence: '9 node coordinates have fewer than 3 decimals.' }],
  }
  releases = [
    release(3, '3.0.0', { copies: { capacity: null, failure: 'The file is missing in the storage.' } }),
    release(2, '2.0.0'),
    release(1, '1.0.0', { copies: { capacity, failure: null } }),
  ]
  showList()
  expect(await screen.findByText('Tracing: weak')).toBeDefined()
  expect(screen.getByText('Only whole archives can be traced.')).toBeDefined()
  expect(screen.getByText('9 node coordinates have fewer than 3 decimals.')).toBeDefined()
  expect(screen.getByText('Being prepared for buyers')).toBeDefined()
  expect(screen.getByText(/The file is missing in the storage\./)).toBeDefined()
})
