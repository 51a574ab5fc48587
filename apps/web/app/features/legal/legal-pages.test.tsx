import { act, cleanup, render, screen, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { COOKIES, LOCAL_KEYS, TAB_KEYS } from '@slipstream/contract/browser-storage'
import type { LegalPageText } from '@slipstream/contract/legal-documents'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { BUILT_IN, BUILT_IN_SINCE } from '@slipstream/legal-text/built-in'
import { parseLegal } from '@slipstream/legal-text/parse-legal'
import type { PolicyStore } from './policy-store.ts'
import { Privacy } from './privacy.tsx'
import { RefundPolicy } from './refund-policy.tsx'
import { Terms } from './terms.tsx'

const store: PolicyStore = {
  storeName: 'Nightshift',
  gameName: 'Torque Valley',
  contactEmail: 'desk@nightshift.example',
  downloadWindowDays: 30,
  renewals: 'one-click',
  givesDiscordRole: true,
}

const pages = {
  terms: { Page: Terms, title: 'Terms of Service', others: ['/privacy', '/refund-policy'] },
  privacy: { Page: Privacy, title: 'Privacy Policy', others: ['/terms', '/refund-policy'] },
  refunds: { Page: RefundPolicy, title: 'Refund Policy', others: ['/terms', '/privacy'] },
}

/** What the API answers for a text. */
const pageOf = (document: LegalDocument, body = BUILT_IN[document]): LegalPageText => ({
  document,
  number: 0,
  state: 'current',
  updatedAt: BUILT_IN_SINCE[document],
  text: parseLegal(document, body).text,
  earlier: [],
  upcoming: null,
})

interface Changes extends Partial<PolicyStore> {
  page?: LegalPageText
  cookies?: LegalPageText
}

const open = (name: keyof typeof pages, { page = pageOf(name), cookies, ...changes }: Changes = {}) => {
  const { Page } = pages[name]
  const { container } = render(
    <MemoryRouter>
      <Page store={{ ...store, ...changes }} page={page} cookies={cookies ?? pageOf('cookies')} />
    </MemoryRouter>,
  )
  return container
}

const textOf = (element: Element) => (element.textContent ?? '').replace(/\s+/g, ' ')
const section = (title: string) => screen.getByRole('region', { name: title })

/** The value of an entry in a definition list. */
const fact = (title: string, name: string) => {
  const term = within(section(title)).getByText(name, { selector: 'dt' })
  return term.nextElementSibling?.textContent
}

describe.each(Object.keys(pages) as (keyof typeof pages)[])('the legal page %s', (name) => {
  test("[LEGAL-01] a legal page has its title, 'Back to Home' and links to the other two and to the contact page", () => {
    open(name)

    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(pages[name].title)
    expect(screen.getByRole('link', { name: 'Back to Home' }).getAttribute('href')).toBe('/')
    const related = within(screen.getByRole('navigation', { name: 'Related pages' })).getAllByRole('link')
    expect(related.map((link) => link.getAttribute('href'))).toEqual([...pages[name].others, '/contact'])
  })

  test('[LEGAL-06] a legal page promises support replies in 24-48 hours in general, 24 hours on refunds, 48 hours on privacy', () => {
    open(name)

    expect(fact('Where can I ask?', 'General questions')).toBe('24-48 hours')
    expect(fact('Where can I ask?', 'Refunds')).toBe('24 hours')
    expect(fact('Where can I ask?', 'Privacy')).toBe('48 hours')
  })

  test('a legal page shows when it was last updated and starts with the short version', () => {
    const page = open(name)

    // The privacy page contains the text about cookies, which has a date of its own.
    const dates = name === 'privacy' ? [BUILT_IN_SINCE.privacy, BUILT_IN_SINCE.cookies] : [BUILT_IN_SINCE[name]]
    const since = dates.toSorted().at(-1) ?? ''
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    expect(textOf(page)).toContain(`Last updated ${day.format(new Date(since))}`)
    expect(page.querySelector('time')?.dateTime).toBe(since.slice(0, 10))
    expect(screen.getAllByRole('heading', { level: 2 })[0]?.textContent).toBe('The short version')
  })

  test('a legal page lists every section in its contents, beside the text and in the collapsed list', () => {
    const page = open(name)
    const ids = [...page.querySelectorAll('article > section[id]')].map(({ id }) => `#${id}`)

    const contents = screen.getAllByRole('navigation', { name: 'On this page', hidden: true })
    expect(contents).toHaveLength(2)
    for (const list of contents) {
      const links = [...list.querySelectorAll('a')].map((link) => link.getAttribute('href'))
      expect(links).toEqual(ids)
    }
    expect(page.querySelector('details')?.querySelector('summary')?.textContent).toBe('On this page')
  })

  test('a legal page uses the store’s own name and e-mail address', () => {
    const page = open(name)

    expect(textOf(page)).toContain('Nightshift')
    expect(page.querySelector('a[href="mailto:desk@nightshift.example"]')).not.toBeNull()
    expect(textOf(page)).not.toMatch(/Slipstream|BeamNG/)
  })

  test('a legal page links only to routes and sections that exist', () => {
    const anchors = Object.keys(pages).flatMap((other) => {
      const page = open(other as keyof typeof pages)
      const path = { terms: '/terms', privacy: '/privacy', refunds: '/refund-policy' }[other]
      return [...page.querySelectorAll('section[id]')].map(({ id }) => `${path}#${id}`)
    })
    const screens = ['/', '/terms', '/privacy', '/refund-policy', '/contact', '/mod-locker', '/profile', '/subscribe']
    cleanup()

    const links = [...open(name).querySelectorAll('a')].map((link) => link.getAttribute('href') ?? '')
    const leading = links.filter((link) => link.startsWith('/'))
    expect(leading.filter((link) => !screens.includes(link) && !anchors.includes(link))).toEqual([])
  })
})

test('[LEGAL-02] the refund page promises requests within 14 days, decisions in 24-48 hours and processing in 3-5 business days', () => {
  open('refunds')

  expect(textOf(section('When can I get a refund for a mod?'))).toContain(
    'You can request a refund within 14 days of buying a mod.',
  )
  expect(textOf(section('How long does it take?'))).toContain('Decision: in 24-48 hours.')
  expect(textOf(section('How long does it take?'))).toContain('Processing: in 3-5 business days after approval.')
})

test('[LEGAL-03] the terms promise free re-download links for 30 days and then renewal with one click', () => {
  open('terms')
  const delivery = textOf(section('How do I get my mods, and for how long?'))

  expect(delivery).toContain('Re-download links are free for 30 days from the purchase.')
  expect(delivery).toContain('After that, one click on “Renew link” gives you 30 more days, at no charge.')
})

test('[LEGAL-03] the policies follow the store’s download settings', () => {
  const delivery = () => textOf(section('How do I get my mods, and for how long?'))
  const expired = () => textOf(section('What if only my download link has run out?'))

  const longer = { downloadWindowDays: 90, renewals: 'ask-support' } as const
  expect(textOf(open('terms', longer))).not.toContain('30 days of free re-downloads')
  expect(delivery()).toMatch(/free for 90 days from the purchase\.\s*After that, write to our support team/)
  cleanup()
  open('refunds', longer)
  expect(expired()).toContain('free for 90 days. When they run out, our support team gives you 90 more days')
  cleanup()

  open('terms', { downloadWindowDays: 0 })
  expect(delivery()).toContain('Re-download links are free and do not expire.')
  cleanup()
  open('refunds', { downloadWindowDays: 0 })
  expect(expired()).toContain('are free and do not run out')
})

test.each(Object.keys(pages) as (keyof typeof pages)[])(
  'the %s page avoids the phrases “a mark” and “pages viewed”, and the privacy page says that visits need no cookie',
  (name) => {
    const text = textOf(open(name))
    expect(text).not.toMatch(/\b(a|the|your) mark\b|pages viewed/)
    if (name === 'privacy') expect(text).toContain('Visits are counted without a cookie.')
  },
)

test.each([
  ['terms', 'How does Premium work?'],
  ['refunds', 'What about a subscription?'],
] as const)(
  '[LEGAL-04] the %s page promises a full refund within the first 30 days of a subscription',
  (name, title) => {
    open(name)

    expect(textOf(section(title))).toContain('full refund within the first 30 days of a subscription')
  },
)

test('[LEGAL-05] the privacy page states how long each kind of data is kept', () => {
  open('privacy')
  const kept = (name: string) => fact('How long is it kept?', name)

  expect(kept('Account')).toBe('Until deletion or 3 years of inactivity')
  expect(kept('Purchase records')).toBe('7 years')
  expect(kept('Support communications')).toBe('3 years')
  expect(kept('Analytics')).toBe('2 years')
  expect(textOf(section('How long is it kept?'))).toContain('Sign-in attempts are deleted after 90 days.')
})

test('[LEGAL-06] the refund page promises Premium members priority support', () => {
  open('refunds')

  expect(textOf(section('Do Premium members go first?'))).toContain('Premium members have priority support')
})

test.each([true, false])('the terms promise a Discord role only if the store gives one: %s', (givesDiscordRole) => {
  open('terms', { givesDiscordRole })

  const premium = textOf(section('How does Premium work?'))
  expect(premium.includes('a role on our Discord server')).toBe(givesDiscordRole)
})

test.each([
  ['terms', 'Who may have an account?'],
  ['privacy', 'May children use the store?'],
] as const)('[LEGAL-07] the %s page says that the store is not for children under 13', (name, title) => {
  open(name)

  expect(textOf(section(title))).toContain('Nightshift is not for children under 13')
})

describe('the terms', () => {
  test.each([
    [
      'the store is independent of the maker of the game',
      'Who are you dealing with?',
      'not affiliated with or endorsed by the maker of Torque Valley',
    ],
    ['prices are in USD with tax', 'How does buying work?', 'Prices are in US dollars (USD) and include tax.'],
    ['card data stays with Stripe', 'How does buying work?', 'Your card data never reaches this store.'],
    [
      'a buyer gets a personal license',
      'What may I do with a mod?',
      'personal license to use the mod in Torque Valley',
    ],
    ['the creator keeps the copyright', 'What may I do with a mod?', 'The creator keeps the copyright'],
    ['a mod must not be re-uploaded', 'What may I do with a mod?', 're-upload or share it'],
    ['a mod must not be resold', 'What may I do with a mod?', 'sell it, rent it or give your license away'],
    ['assets must not be extracted', 'What may I do with a mod?', 'extract its models, textures, sounds or data'],
    ['statutory rights remain', 'What may I do with a mod?', 'Those statutory rights stay untouched.'],
    ['Premium can be canceled without signing in', 'How does Premium work?', 'we e-mail you a link that cancels it'],
    ['Premium can be canceled any time', 'How does Premium work?', 'Cancel any time'],
    ['subscribers keep their price', 'How does Premium work?', 'current subscribers keep theirs'],
    ['withdrawal runs for 14 days', 'Can I change my mind?', 'within 14 days of buying, without giving a reason'],
    [
      'withdrawal ends with requested delivery',
      'Can I change my mind?',
      'ends with delivery if you asked for immediate delivery and agreed',
    ],
    [
      'consent is stored and e-mailed',
      'Can I change my mind?',
      'is stored with your order and e-mailed to you with the receipt',
    ],
    ['the order page offers to withdraw', 'Can I change my mind?', 'choose “Withdraw from contract”'],
    ['bans are decided by people', 'When can an account be banned?', 'A person decides, never a program alone.'],
  ])('the terms say that %s', (_, title, text) => {
    open('terms')

    expect(textOf(section(title))).toContain(text)
  })
})

describe('the privacy page', () => {
  test('the privacy page names every cookie and browser storage key that the store uses, and says that none is for advertising', () => {
    open('privacy')
    const cookies = section('Which cookies are used?')

    const names = within(cookies)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent)
    expect(names).toEqual([...COOKIES, ...LOCAL_KEYS, ...TAB_KEYS])
    expect(textOf(cookies)).toContain('Only strictly necessary ones. There are no advertising cookies')
  })

  test('the privacy page names every company that processes data', () => {
    open('privacy')

    const names = within(section('Who works with the data for us?')).getAllByRole('rowheader')
    expect(names.map((cell) => cell.textContent)).toEqual([
      'Stripe',
      'Discord',
      'Cloudflare Turnstile',
      'Mail delivery',
      'Object storage',
      'Hosting',
    ])
  })

  test('the privacy page gives every kind of data a purpose and a legal basis', () => {
    open('privacy')

    const [, ...rows] = within(section('What is collected, and why?')).getAllByRole('row')
    expect(rows.length).toBeGreaterThanOrEqual(7)
    for (const row of rows)
      expect(
        within(row)
          .getAllByRole('cell')
          .every((cell) => cell.textContent),
      ).toBe(true)
  })

  test.each(['Access', 'Correction', 'Export', 'Deletion', 'Objection', 'Consent', 'Complaint'])(
    'the privacy page grants the right of %s',
    (right) => {
      open('privacy')

      expect(textOf(section('What are my rights?'))).toContain(`${right}:`)
    },
  )
})

test('the refund page says that a refund ends the license', () => {
  open('refunds')

  expect(textOf(section('What happens to my license afterwards?'))).toContain('A refund ends the license.')
})

test('the contents of a legal page mark the section in view', () => {
  const page = open('refunds')
  const marked = () => page.querySelector('nav a[aria-current]')?.getAttribute('href')
  const tops: Record<string, number> = { mods: -900, how: -100, times: 400 }
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(9000)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, tops[this.id] ?? 5000, 0, 0)
  })

  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(marked()).toBe('#how')

  tops.times = 80
  act(() => void window.dispatchEvent(new Event('scroll')))
  expect(marked()).toBe('#times')
})

test('at the end of a legal page its contents mark the last section', () => {
  const page = open('refunds')
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(window.innerHeight)

  act(() => void window.dispatchEvent(new Event('scroll')))

  expect(page.querySelector('nav a[aria-current]')?.getAttribute('href')).toBe('#contact')
})

describe('the versions of a legal page', () => {
  const at = '2026-12-01T10:00:00.000Z'
  const links = (name: string) =>
    within(screen.getByRole('navigation', { name }))
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`)

  test('a legal page links to its earlier versions, and the privacy page also to those of the cookie policy', () => {
    const earlier = [
      { number: 2, effectiveAt: at },
      { number: 0, effectiveAt: null },
    ]
    open('privacy', {
      page: { ...pageOf('privacy'), earlier },
      cookies: { ...pageOf('cookies'), earlier, updatedAt: at },
    })

    expect(links('Earlier versions')).toEqual([
      'Version 2, from Dec 1, 2026 /privacy?version=2',
      'The first text /privacy?version=0',
    ])
    expect(links('Earlier versions of the cookie policy')[0]).toContain('/privacy?cookies=2')
    expect(textOf(document.body)).toContain('Last updated Dec 1, 2026')
  })

  test.each([
    ['earlier', 'This is an earlier version.'],
    ['upcoming', 'This version takes effect on Dec 1, 2026.'],
  ] as const)('a legal version that is %s says so and links to the current one', (state, words) => {
    open('terms', { page: { ...pageOf('terms'), number: 2, state, updatedAt: at } })

    expect(textOf(screen.getByRole('note'))).toContain(words)
    expect(screen.getByRole('link', { name: 'Read the current version' }).getAttribute('href')).toBe('/terms')
  })

  test('a legal page announces its upcoming version', () => {
    open('terms', { page: { ...pageOf('terms'), upcoming: { number: 3, effectiveAt: at } } })

    expect(textOf(screen.getByRole('note'))).toContain('A new version takes effect on Dec 1, 2026.')
    expect(screen.getByRole('link', { name: 'Read the new version' }).getAttribute('href')).toBe('/terms?version=3')
  })
})

test('a legal page whose text fails to load says so and links home', () => {
  render(
    <MemoryRouter>
      <Terms store={store} page={undefined} />
    </MemoryRouter>,
  )
  expect(textOf(document.body)).toContain('This text could not be loaded.')
  expect(screen.getByRole('link', { name: 'Back to Home' })).toBeTruthy()
})

/** Each would be dangerous if any part of it became markup. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](JAVASCRIPT&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](//evil.example)',
  '![x](https://evil.example/x.png)',
  '"><script>alert(1)</script>',
  '`<script>alert(1)</script>`',
  '**<img src=x onerror=alert(1)>**',
  '</article><style>*{display:none}</style>',
  '<form action=https://evil.example><input autofocus onfocus=alert(1)></form>',
]

test.each(HOSTILE)('T-XSS: the text %j never becomes active markup', (hostile) => {
  const body = `${hostile}\n\n- ${hostile}\n\n## ${hostile}\n\n${hostile}\n\n### ${hostile}\n\n- a\n  - ${hostile}\n`
  const names = { storeName: hostile, gameName: hostile, contactEmail: `${hostile}@store.example` }
  const page = open('terms', { page: pageOf('terms', body), ...names })

  expect(
    page.querySelectorAll('script, img, iframe, style, form, input, object, embed, base, meta, link'),
  ).toHaveLength(0)
  for (const element of page.querySelectorAll('*')) {
    const attributes = element.getAttributeNames()
    expect(attributes.filter((name) => name.startsWith('on') || name === 'style' || name === 'srcdoc')).toEqual([])
    const href = element.getAttribute('href')
    if (href !== null) expect(href).toMatch(/^(\/(?!\/)|#|mailto:|https:\/\/evil\.example\/x\.png$)/)
  }
})
