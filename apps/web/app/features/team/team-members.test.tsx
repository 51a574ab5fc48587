import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ApiPathname } from '@slipstream/contract/addresses'
import { createQueryClient } from '#lib/query-client.ts'
import { TeamByCategory, TeamPreview } from './team-members.tsx'

const answers: Partial<Record<ApiPathname, () => Response>> = {}
const member = (id: number, categoryId: number, name: string) => ({
  id,
  categoryId,
  name,
  role: 'Modeler',
  bio: '',
  avatarUrl: null,
})

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (url: ApiPathname) => answers[url]!())
  answers['/api/team/categories'] = () =>
    Response.json([
      { id: 1, name: 'Workshop', description: 'They build.' },
      { id: 2, name: 'Nobody yet', description: '' },
    ])
  answers['/api/team/members'] = () => Response.json([member(1, 1, 'Maren'), member(2, 1, 'Idris')])
})

const show = (element: React.ReactElement) =>
  render(<QueryClientProvider client={createQueryClient()}>{element}</QueryClientProvider>)

test('team members are listed by group, and empty groups are hidden', async () => {
  show(<TeamByCategory />)
  const workshop = await screen.findByRole('region', { name: 'Workshop' })
  expect(
    within(workshop)
      .getAllByRole('heading', { level: 3 })
      .map((heading) => heading.textContent),
  ).toEqual(['Maren', 'Idris'])
  expect(screen.queryByText('Nobody yet')).toBeNull()
})

test('the team section shows a skeleton while it loads', async () => {
  show(<TeamByCategory />)
  expect(screen.getByLabelText('Loading the team')).toBeDefined()
  await screen.findByText('Maren')
  expect(screen.queryByLabelText('Loading the team')).toBeNull()
})

test('a failed team request shows an error, and "Try again" loads the team', async () => {
  let asked = 0
  const working = answers['/api/team/members']!
  answers['/api/team/members'] = () => {
    asked++
    return asked === 1 ? new Response('', { status: 503 }) : working()
  }
  show(<TeamPreview limit={1} />)
  expect(await screen.findByText('The team could not be loaded.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Maren')).toBeDefined()
  expect(screen.queryByText('Idris')).toBeNull()
})
