/** In wire format. */
const ROW = {
  id: 12,
  username: 'silentlynx',
  email: 'silentlynx@customer.example',
  emailVerified: true,
  discordUsername: 'silent.lynx',
  image: null,
  isAdmin: false,
  isDeveloper: false,
  premiumExpiresAt: null as string | null,
  ban: null as object | null,
  createdAt: '2026-03-01T10:00:00.000Z',
  lastActiveAt: '2026-11-04T10:00:00.000Z',
}

export const sentUserRow = (changes: object = {}) => ({ ...ROW, orderCount: 9, spentCents: 13_741, ...changes })

export const sentUser = (changes: object = {}) => ({
  ...ROW,
  hasPassword: true,
  hasSecondFactor: false,
  isInvited: false,
  isYou: false,
  sums: {
    orders: 9,
    spentCents: 13_741,
    refundedCents: 0,
    refundedOrders: 0,
    downloads: 31,
    downloadedMods: 12,
    reviews: 4,
    tickets: 4,
    openTickets: 2,
  },
  orders: [
    {
      id: 7,
      number: 'SL-2026-002287',
      status: 'paid',
      titles: ['Tsukiro Senko D-Spec'],
      totalCents: 1_299,
      hasOpenRequest: true,
      createdAt: '2026-11-04T10:00:00.000Z',
    },
  ],
  mods: [
    {
      id: 3,
      modId: 5,
      title: 'Merle Wayfarer',
      source: 'grant',
      grantedAt: '2026-08-02T10:00:00.000Z',
      windowEndsAt: null,
      downloads: 1,
    },
  ],
  modCount: 1,
  sessions: [
    {
      id: 4,
      method: 'password',
      device: 'Firefox on Windows',
      ip: '10.0.0.7',
      createdAt: '2026-11-01T10:00:00.000Z',
      usedAt: '2026-11-04T10:00:00.000Z',
    },
  ],
  notes: [{ id: 9, by: 'maren', body: 'Sends useful logs.', at: '2026-08-02T10:00:00.000Z' }],
  ...changes,
})

export const sentEvent = (key: string, changes: object = {}) => ({
  key,
  kind: 'order',
  at: '2026-11-04T10:00:00.000Z',
  what: 'paid',
  about: 'SL-2026-002287',
  link: 'SL-2026-002287',
  by: null,
  detail: '',
  amountCents: 1_299,
  ...changes,
})
