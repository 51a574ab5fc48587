import type { ApiCall } from '@slipstream/contract/addresses'
import { Link } from '#lib/link.ts'
// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/mods-admin'
import '@slipstream/contract/categories'
import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, vi } from 'vitest'
import * as z from 'zod/mini'
import { ERRORS, type ErrorCode } from '@slipstream/contract/errors'
import type { ModForm } from '@slipstream/contract/mod-form'
import { AdminMod } from '@slipstream/contract/mods-admin'
import { cents } from '@slipstream/contract/money'
import type { AdminRelease } from '@slipstream/contract/releases'
import { createQueryClient } from '#lib/query-client.ts'
import { examplePicture } from '#features/catalogue/details/testing/example-mod.ts'
import { LoadedMod } from '../loaded-mod.tsx'
import { ModEditor } from '../mod-editor.tsx'

export const exampleForm = (values: Partial<ModForm> = {}): ModForm => ({
  title: 'Tsukiro Senko',
  make: 'Tsukiro',
  description: 'A drift sedan.',
  about: [],
  categoryId: 1,
  tags: ['drift'],
  requirements: [],
  videoUrl: null,
  price: cents(1_799),
  sale: null,
  includedWithPremium: false,
  configurations: [],
  relatedIds: [],
  ...values,
})

export const exampleAdminMod = (values: Partial<AdminMod> = {}): AdminMod => ({
  id: 7,
  status: 'draft',
  publishedAt: null,
  publishAt: null,
  fileName: 'tsukiro_senko.zip',
  form: exampleForm(),
  formVersion: 'first',
  draft: null,
  pictures: [],
  shareImageUrl: null,
  ratings: { rating: null, ratingCount: 0, histogram: [0, 0, 0, 0, 0] },
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...values,
})

export const adminPictures = (...labels: string[]) =>
  labels.map((label, place) => ({ id: place + 1, picture: examplePicture(label) }))

// The page is large and the machine may be busy.
vi.setConfig({ testTimeout: 20_000 })
configure({ asyncUtilTimeout: 5_000 })

interface Call {
  route: string
  body: Record<string, unknown>
}

/** A fake store: the mod, responses by "METHOD /path", and the requests it received. */
export const stand = {
  mod: exampleAdminMod(),
  releases: [] as AdminRelease[],
  isLoadingReleases: false,
  answers: {} as Partial<Record<ApiCall, (body: Call['body']) => Response | Promise<Response>>>,
  calls: [] as Call[],
  asked: (route: string) => stand.calls.filter((call) => call.route === route).map(({ body }) => body),
}

export const MOD = '/api/admin/mods/7'
export const DRAFT = `POST ${MOD}/draft`
export const SAVE = `PATCH ${MOD}`

export const tell = (mod: AdminMod) => Response.json(z.encode(AdminMod, mod))

export const refuse = (code: ErrorCode, issues?: { path: string; message: string }[]) => {
  const [status, message] = ERRORS[code]
  return Response.json({ code, message, requestId: 'req-7', issues }, { status })
}

/** Stores drafts like the server. */
const keepDraft = ({ typed, revision, basedOn }: Call['body']) => {
  const known = stand.mod.draft?.revision ?? 0
  if (revision !== known || basedOn !== stand.mod.formVersion) return refuse('mod.draft_changed')
  stand.mod = { ...stand.mod, draft: { typed, revision: known + 1, updatedAt: stand.mod.updatedAt } }
  return Response.json({ revision: known + 1, updatedAt: stand.mod.updatedAt })
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  stand.mod = exampleAdminMod()
  stand.releases = []
  stand.isLoadingReleases = false
  stand.calls = []
  stand.answers = {
    [`GET ${MOD}`]: () => tell(stand.mod),
    'GET /api/admin/categories': () =>
      Response.json([
        { id: 1, slug: 'drift', name: 'Drift', description: '', mods: 3 },
        { id: 2, slug: 'rally', name: 'Rally', description: '', mods: 1 },
      ]),
    [`POST ${MOD}/story/preview`]: () => Response.json({ story: [] }),
    [DRAFT]: keepDraft,
    [`DELETE ${MOD}/draft`]: () => {
      stand.mod = { ...stand.mod, draft: null }
      return Response.json(null)
    },
    [SAVE]: (body) => {
      const form = AdminMod.shape.form.parse(body)
      stand.mod = { ...stand.mod, form, formVersion: `${stand.mod.formVersion}+`, draft: null }
      return tell(stand.mod)
    },
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (asked, { method = 'GET', body } = {}) => {
    const route = `${method} ${(asked as string).split('?')[0]}`
    const said = typeof body === 'string' ? (JSON.parse(body) as Call['body']) : {}
    stand.calls.push({ route, body: said })
    const answer = stand.answers[route as ApiCall]
    if (!answer) throw new Error(`no answer is defined for ${route}`)
    return answer(said)
  })
})

/** Types without delays. */
export const user = userEvent.setup({
  delay: null,
  advanceTimers: () => vi.isFakeTimers() && vi.advanceTimersByTime(0),
})

/** The editor with a page to leave to, and an archive with suggestions. */
export const openEditor = () => {
  const editor = (
    <LoadedMod id={7}>
      {(mod) => (
        <ModEditor
          mod={mod}
          releases={stand.releases}
          isLoadingReleases={stand.isLoadingReleases}
          gameName="the game"
          archive={({ accept }) => (
            <button type="button" onClick={() => accept({ title: 'Senko D-Spec', tags: ['jdm'] })}>
              Accept title and tags
            </button>
          )}
          releaseList={null}
          tested={() => null}
        />
      )}
    </LoadedMod>
  )
  const router = createMemoryRouter(
    [
      {
        path: '/edit',
        element: (
          <>
            <Link to="/about">Elsewhere</Link>
            {editor}
          </>
        ),
      },
      { path: '/about', element: <p>Somewhere else</p> },
      { path: '/admin/products/edit/8', element: <p>The copy</p> },
    ],
    { initialEntries: ['/edit'] },
  )
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return router
}

export const showEditor = async () => {
  const router = openEditor()
  await screen.findByRole('region', { name: 'Basics' })
  return router
}

export const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
export const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
export const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')
