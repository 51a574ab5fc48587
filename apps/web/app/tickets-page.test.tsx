// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/tickets'
import '@slipstream/contract/locker'
import '@slipstream/contract/mods'
import '#shell/own-tickets.tsx'
import '#features/tickets/linked-thread.tsx'
import '#features/tickets/response-times.tsx'
import '#features/uploads/testing/readable-files.ts'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SUPPORT_RESPONSE_HOURS } from '@slipstream/contract/legal'
import type { TicketThread } from '@slipstream/contract/tickets'
import { ticketLink } from '#features/auth/arrival.ts'
import { lastToast, mara, open, refuse, stand } from '#testing/stand.tsx'
import Tickets, { meta } from './routes/tickets.tsx'

const thread: TicketThread = {
  id: 12,
  subject: 'Senko crashes the game',
  category: 'refund',
  status: 'open',
  version: 1,
  createdAt: '2026-11-12T20:02:00.000Z',
  answerDueAt: '2026-11-13T20:02:00.000Z',
  messages: [
    {
      id: 1,
      authorKind: 'customer',
      author: 'mara.k',
      body: 'It closes while it loads.',
      at: '2026-11-12T20:02:00.000Z',
      attachments: [{ id: 5, kind: 'log', name: 'game.log', sizeBytes: 48_000 }],
    },
    {
      id: 2,
      authorKind: 'staff',
      author: 'Maren',
      body: 'Remove the old file.',
      at: '2026-11-12T21:20:00.000Z',
      attachments: [],
    },
  ],
  refunds: [],
  rating: null,
  ratingComment: '',
  mod: { id: 2, title: 'Tsukiro Senko D-Spec' },
  orderNumber: 'SL-2026-000123',
}
const summary = {
  id: 12,
  subject: thread.subject,
  category: 'refund',
  status: 'waiting',
  version: 1,
  createdAt: thread.createdAt,
  lastMessageAt: thread.createdAt,
  lastAuthor: 'staff',
}

beforeEach(() => {
  ticketLink.set(null)
  Element.prototype.scrollIntoView = vi.fn()
  stand.answers['GET /api/site/store'] = () => Response.json({})
  stand.answers['GET /api/auth/options'] = () =>
    Response.json({ turnstile: { siteKey: 'key', scriptUrl: 'https://x.example/' } })
  stand.answers['GET /api/locker'] = () =>
    Response.json({ items: [], gameVersion: null, premiumExpiresAt: null, renewals: 'one-click' })
  stand.answers['GET /api/tickets'] = () => Response.json({ items: [summary], next: null })
  stand.answers['GET /api/tickets/12'] = () => Response.json(thread)
})

const page = () => {
  const props = { loaderData: { queries: undefined } } as unknown as Parameters<typeof Tickets>[0]
  return <Tickets {...props} />
}
const openSignedIn = (address: string) => {
  localStorage.setItem('auth_token', 'abc')
  stand.signedInAs(mara)
  return open(page(), address)
}
const titleOf = (pathname: string) => {
  const args = { matches: [], location: { pathname, search: '' } }
  return meta(args as unknown as Parameters<typeof meta>[0])?.find((tag) => 'title' in tag)
}

describe('the support page', () => {
  test.each([
    ['/contact', 'Support / Contact Us'],
    ['/tickets', 'Support Tickets'],
  ])(
    '[ROUTE-03] [ROUTE-23] %s is called "%s" and shows visitors the form and a way to sign in',
    async (path, title) => {
      open(page(), path)
      expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title)
      expect(titleOf(path)).toEqual({ title })
      expect(screen.getByRole('button', { name: 'Send message' })).toBeDefined()
      const signIn = screen.getByRole('link', { name: 'Log in to see your tickets' })
      expect(signIn.getAttribute('href')).toBe('/login?next=%2Ftickets')
      expect(stand.asked('GET /api/tickets')).toEqual([])
    },
  )

  test('[LEGAL-06] the support page promises the response times of the policies', async () => {
    open(page(), '/contact')
    const times = within(await screen.findByRole('region', { name: 'How fast we reply' }))
    const promised = times.getAllByRole('definition').map(({ textContent }) => textContent)
    const { general, refunds, privacy } = SUPPORT_RESPONSE_HOURS
    expect(promised).toEqual([refunds, general, general, privacy].map((hours) => `${hours.replace('-', '–')} hours`))
  })

  test('the contact form names what is missing before anything is sent', async () => {
    open(page(), '/contact')
    await userEvent.click(await screen.findByRole('button', { name: 'Send message' }))
    expect(await screen.findByText('Please complete the bot check first.')).toBeDefined()
    expect(screen.getByText('Write a message first.')).toBeDefined()
    expect(stand.asked('POST /api/contact')).toEqual([])
  })

  test('a mailed link opens its ticket, shows the visitor’s masked address, and changes nothing', async () => {
    stand.answers['POST /api/contact/ticket'] = () => Response.json({ ...thread, recipient: 'k…@g….com' })
    ticketLink.set('a-secret-of-a-mailed-link')
    open(page(), '/tickets')
    expect(await screen.findByText('You are writing as k…@g….com')).toBeDefined()
    expect(screen.getByText('Remove the old file.')).toBeDefined()
    expect(new Set(stand.routes().filter((route) => route.startsWith('POST')))).toEqual(
      new Set(['POST /api/contact/ticket']),
    )
  })

  test('a guest adds a log to the message, and to a reply by the mailed link', async () => {
    stand.answers['POST /api/contact/ticket'] = () => Response.json({ ...thread, recipient: 'k…@g….com' })
    stand.answers['POST /api/contact/ticket/messages'] = () => Response.json({ ...thread, recipient: 'k…@g….com' })
    ticketLink.set('a-secret-of-a-mailed-link')
    open(page(), '/tickets')
    await userEvent.upload(await screen.findByLabelText('Add a log'), new File(['line 1\u001b[0m\n'], 'game.log'))
    expect(await screen.findByRole('list', { name: 'Files to send' })).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply' }), 'Here it is')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() =>
      expect(stand.asked('POST /api/contact/ticket/messages')).toMatchObject([
        { body: { body: 'Here it is', log: { name: 'game.log', text: 'line 1[0m\n' } } },
      ]),
    )
    // Sent once.
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull())
  })

  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47]), 'game.log is not a text file. Choose the game’s log.'],
    ['a file with NUL bytes', new Uint8Array([97, 0, 98]), 'game.log is not a text file. Choose the game’s log.'],
    ['an empty file', new Uint8Array(), 'game.log is empty. Choose another file.'],
    ['a file of more than 1 MB', new Uint8Array(1_000_001), /game\.log is larger than 1 MB\./],
  ])('%s is refused before it is sent, and a log of Windows is read', async (_, bytes, words) => {
    open(page(), '/contact')
    const picker = await screen.findByLabelText('Add a log')
    await userEvent.upload(picker, new File([bytes], 'game.log'))
    expect(await screen.findByText(words)).toBeDefined()
    const wide = Uint8Array.from([0xff, 0xfe, ...[...'wide'].flatMap((letter) => [letter.charCodeAt(0), 0])])
    await userEvent.upload(screen.getByLabelText('Add a log'), new File([wide], 'wide.log'))
    expect(await screen.findByText('wide.log')).toBeDefined()
    expect(screen.queryByText(words)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Remove wide.log' }))
    expect(screen.getByLabelText('Add a log')).toBeDefined()
  })

  test('an expired ticket link leads to the contact form', async () => {
    stand.answers['POST /api/contact/ticket'] = () => refuse('tickets.link_over')
    ticketLink.set('a-secret-of-a-mailed-link')
    open(page(), '/tickets')
    await userEvent.click(await screen.findByRole('button', { name: 'Write to us' }))
    expect(await screen.findByRole('button', { name: 'Send message' })).toBeDefined()
  })
})

describe('a customer’s tickets', () => {
  test('[CAP-02] a customer sees their tickets, opens one and writes a reply', async () => {
    const { where } = openSignedIn('/tickets')
    await userEvent.click(await screen.findByRole('link', { name: /Senko crashes the game/ }))
    expect(where()).toBe('/tickets?ticket=12')
    expect(await screen.findByText('Remove the old file.')).toBeDefined()
    expect(screen.getByText(/Maren from/)).toBeDefined()
    const replied = { ...thread.messages[0], id: 3, body: 'It works now', attachments: [] }
    stand.answers['POST /api/tickets/12/messages'] = () =>
      Response.json({ ...thread, version: 2, messages: [...thread.messages, replied] })
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply' }), 'It works now')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(await screen.findByText('It works now', { selector: 'li p' })).toBeDefined()
    expect(stand.asked('POST /api/tickets/12/messages')[0]?.body).toMatchObject({
      body: 'It works now',
      attachmentIds: [],
      clientKey: expect.stringMatching(/^[\w-]{36}$/),
    })
  })

  test('[CAP-02] a customer reads when the answer is due, marks the ticket as solved and is asked for a rating', async () => {
    stand.answers['POST /api/tickets/12/solve'] = () =>
      Response.json({ ...thread, status: 'solved', answerDueAt: null, version: 2 })
    openSignedIn('/tickets?ticket=12')
    expect(await screen.findByText(/^You’ll hear from us by/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Send rating' })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Mark as solved' }))
    await userEvent.click(await screen.findByRole('radio', { name: 'Very good' }))
    stand.answers['POST /api/tickets/12/rating'] = () => Response.json({ ...thread, status: 'solved', rating: 5 })
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(await screen.findByText('Thank you for rating us.')).toBeDefined()
    expect(stand.asked('POST /api/tickets/12/rating')[0]?.body).toEqual({ rating: 5, comment: '' })
  })

  test('a ticket that could not be marked as solved stays open', async () => {
    stand.answers['POST /api/tickets/12/solve'] = () => refuse('server.busy')
    openSignedIn('/tickets?ticket=12')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark as solved' }))
    await waitFor(() => expect(lastToast()).toMatch(/^The ticket was not changed/))
    expect(screen.getByRole('button', { name: 'Mark as solved' })).toBeDefined()
  })

  test('a solved ticket can be rated and reopened', async () => {
    stand.answers['GET /api/tickets/12'] = () => Response.json({ ...thread, status: 'solved', answerDueAt: null })
    stand.answers['POST /api/tickets/12/rating'] = () => Response.json({ ...thread, status: 'solved', rating: 4 })
    openSignedIn('/tickets?ticket=12')
    await userEvent.click(await screen.findByRole('radio', { name: 'Good' }))
    await userEvent.click(screen.getByRole('button', { name: 'Send rating' }))
    expect(await screen.findByText('Thank you for rating us.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reopen' })).toBeDefined()
  })

  test('an attached log opens with numbered lines in order', async () => {
    stand.answers['GET /api/tickets/attachments/5'] = () =>
      Response.json({ kind: 'log', name: 'game.log', text: 'first\nsecond' })
    openSignedIn('/tickets?ticket=12')
    await userEvent.click(await screen.findByRole('button', { name: /game\.log/ }))
    const log = within(await screen.findByRole('region', { name: 'Log' }))
    expect(log.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1first', '2second'])
  })

  test('a new ticket takes its mod and order from the URL and shows known answers about the mod', async () => {
    const item = { modId: 2, title: 'Tsukiro Senko D-Spec', orderNumber: 'SL-2026-000123' }
    stand.answers['GET /api/locker'] = () =>
      Response.json({
        items: [{ ...LOCKER_ITEM, ...item }],
        gameVersion: '0.37',
        premiumExpiresAt: null,
        renewals: 'one-click',
      })
    stand.answers['GET /api/mods/2'] = () => refuse('mod.not_found')
    stand.answers['POST /api/tickets'] = () => Response.json(thread)
    const { where } = openSignedIn('/tickets?new=mod&mod=2&order=SL-2026-000123')
    expect(await screen.findByRole('region', { name: 'This may already help' })).toBeDefined()
    await userEvent.type(screen.getByRole('textbox', { name: 'Subject' }), 'It crashes')
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'When it loads')
    await userEvent.click(screen.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(where()).toBe('/tickets?ticket=12'))
    expect(stand.asked('POST /api/tickets')[0]?.body).toMatchObject({
      category: 'mod',
      modId: 2,
      orderNumber: 'SL-2026-000123',
      subject: 'It crashes',
    })
  })

  test('another customer’s ticket is not found', async () => {
    stand.answers['GET /api/tickets/99'] = () => refuse('tickets.not_found')
    openSignedIn('/tickets?ticket=99')
    expect(await screen.findByText('Ticket not found.')).toBeDefined()
  })
})

const LOCKER_ITEM = {
  category: 'drift',
  categoryName: 'Drift',
  picture: null,
  isForSale: false,
  source: 'purchase',
  since: '2026-09-06T10:00:00.000Z',
  refundUntil: null,
  release: null,
  downloadedVersion: null,
  hasUpdate: false,
  freeUntil: null,
  isWindowOpen: true,
  premiumUntil: null,
  compatibility: null,
  ownReport: null,
}
