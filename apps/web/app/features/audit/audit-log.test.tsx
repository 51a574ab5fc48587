import '@slipstream/contract/audit'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '@slipstream/contract/audit'
import { pretendStore, refuse, showAt } from '#testing/pretend-store.tsx'
import { AuditLog } from './audit-log.tsx'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

const LIST = 'GET /api/admin/audit'
const user = userEvent.setup({ delay: null })

const entry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: '2026-04-01T10:00:00.000Z',
  actorId: 5,
  actorName: 'mara.k',
  action: 'discount',
  subject: 'mod',
  subjectId: '7',
  subjectName: 'Aurelion',
  before: { salePriceCents: null, title: 'Aurelion', tags: ['v8'] },
  after: { salePriceCents: 990, title: 'Aurelion S', tags: [] },
  ...changes,
})

let store: ReturnType<typeof pretendStore>
beforeEach(() => {
  store = pretendStore({ [LIST]: () => ({ items: [entry(1)], next: null }) })
})

const open = (address = '/admin/database/logs') => showAt(address, <AuditLog />)

test('the audit log says who changed what, and shows each change before and after', async () => {
  open()
  const row = (await screen.findByRole('rowheader')).closest('tr')
  expect(row?.textContent).toContain('Mod: Aurelion')
  expect(row?.textContent).toContain('Sale price: nothing → $9.90')
  expect(row?.textContent).toContain('mara.k')
  await user.click(screen.getByRole('button', { name: 'All 3 changes of Aurelion' }))
  const details = within(await screen.findByRole('dialog'))
  const texts = details.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(texts).toContain('Before v8')
  expect(texts).toContain('After nothing')
  expect(texts).toContain('After Aurelion S')
})

test('audit log filters are in the URL, and the export uses the same filters', async () => {
  const { here } = open()
  await screen.findByRole('rowheader')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'Category')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Who' }), 'mara.k')
  await user.selectOptions(screen.getByRole('combobox', { name: 'When' }), 'Last 7 days')
  await waitFor(() => expect(here()).toBe('/admin/database/logs?of=category&who=5&days=7'))
  await waitFor(() => expect(store.asked(LIST).at(-1)?.query).toMatchObject({ subject: 'category', actorId: '5' }))
  const from = Date.parse(store.asked(LIST).at(-1)?.query.from ?? '')
  expect(Math.round((Date.now() - from) / 86_400_000)).toBe(7)
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toMatch(
    /^\/api\/admin\/audit\/export\?subject=category&actorId=5&from=/,
  )
})

test('older audit entries are loaded below', async () => {
  store.answers[LIST] = ({ query }) =>
    query.after
      ? { items: [entry(1, { subjectName: 'Older' })], next: null }
      : { items: [entry(2, { subjectName: 'Newer', before: null, after: null })], next: 'there' }
  open()
  await user.click(await screen.findByRole('button', { name: /^Load/ }))
  await waitFor(() => expect(screen.getAllByRole('rowheader')).toHaveLength(2))
  expect(store.asked(LIST).at(-1)?.query.after).toBe('there')
})

test('an empty audit log says what will appear in it', async () => {
  store.answers[LIST] = () => ({ items: [], next: null })
  open()
  expect(await screen.findByText('No changes yet')).toBeTruthy()
  expect(screen.getByText('Every change an administrator makes is recorded here.')).toBeTruthy()
})

test('an audit log that fails to load shows the request id', async () => {
  store.answers[LIST] = () => refuse('server.failed')
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('req-7')
})
