import '@slipstream/contract/announcements'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Announcement, AnnouncementChannel } from '@slipstream/contract/announcements'
import { pretendStore, showAt } from '#testing/pretend-store.tsx'
import { AnnouncementsSection } from './announcements-section.tsx'

const CHANNEL = 'GET /api/admin/announcements/channel'
const CHANGE = 'PATCH /api/admin/announcements/channel'

const OFF: AnnouncementChannel = {
  webhook: null,
  kinds: { mod: false, release: false, sale: false },
  role: 'too_low',
  roleCheck: { at: '2026-01-02T03:04:05.000Z', members: 412, missing: 1, extra: 2, unknown: 3 },
}
const UNKNOWN: Announcement = {
  id: 7,
  kind: 'sale',
  state: 'unknown',
  title: 'Sandfox',
  note: 'The worker died while posting',
  url: null,
  postedAt: null,
  editedAt: null,
  createdAt: '2026-01-02T03:04:05.000Z',
}

let store: ReturnType<typeof pretendStore>
let channel: AnnouncementChannel
beforeEach(() => {
  channel = OFF
  store = pretendStore({
    [CHANNEL]: () => channel,
    [CHANGE]: () => {
      channel = {
        ...OFF,
        webhook: { name: 'News', savedAt: '2026-01-02T03:04:05.000Z' },
        kinds: { ...OFF.kinds, sale: true },
      }
      return channel
    },
    'GET /api/admin/announcements': () => ({ items: [UNKNOWN], next: null }),
    'GET /api/admin/announcements/preview': ({ query }) => ({
      embed: {
        title: `About a ${String(query.kind)}`,
        url: '',
        description: '',
        fields: [],
        imageUrl: null,
        footer: 'Store',
      },
      isExample: true,
    }),
    'POST /api/admin/announcements/7/again': () => null,
  })
})

test('a webhook needs an address, is saved, and its address is cleared from the page', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/communications/discord', <AnnouncementsSection />)
  await user.click(await screen.findByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Paste the address of a webhook.')).toBeTruthy()
  expect(store.asked(CHANGE)).toEqual([])
  await user.type(screen.getByLabelText('Webhook address'), 'https://discord.com/api/webhooks/1/secret')
  await user.click(screen.getByRole('checkbox', { name: /^Sales/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('News')).toBeTruthy()
  expect(store.asked(CHANGE)[0]?.body).toEqual({
    kinds: { mod: false, release: false, sale: true },
    webhook: 'https://discord.com/api/webhooks/1/secret',
  })
  expect(screen.getByLabelText<HTMLInputElement>('Replace the webhook').value).toBe('')
})

test('the announcements page shows what is wrong with the role and previews the chosen kind of announcement', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/communications/discord', <AnnouncementsSection />)
  expect(await screen.findByText('The bot’s role is below Premium')).toBeTruthy()
  expect(screen.getByText(/412 members of the server: 1 lacked/)).toBeTruthy()
  await user.click(await screen.findByRole('radio', { name: 'Sale' }))
  expect(await screen.findByText('About a sale')).toBeTruthy()
})

test('an announcement that may already be posted is posted again only after a confirmation', async () => {
  const user = userEvent.setup({ delay: null })
  showAt('/admin/communications/discord', <AnnouncementsSection />)
  await user.click(await screen.findByRole('button', { name: 'Post again' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(dialog.getByText(/it will be there twice/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Post again' }))
  await waitFor(() => expect(store.asked('POST /api/admin/announcements/7/again')).toHaveLength(1))
})
