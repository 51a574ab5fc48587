import { DAY_MS } from '@slipstream/contract/durations'
import type { Settings } from '@slipstream/contract/settings'
import type { Tx } from '@slipstream/db/client'
import { settings } from '@slipstream/db/tables/settings'
import { developerPin } from '@slipstream/db/tables/users'
import { createTeamCategory, createTeamMember, createUser } from '@slipstream/db/testing/factories'
import { createPlan } from '@slipstream/db/testing/subscription-factories'
import { seedCatalogue } from './catalogue/seed-catalogue.ts'

const DEMO_SETTINGS: Partial<Settings> = {
  isDemo: true,
  heroTitle: 'Built to be driven hard',
  socialLinks: [
    { network: 'discord', url: 'https://discord.example/slipstream' },
    { network: 'youtube', url: 'https://youtube.example/slipstream' },
    { network: 'instagram', url: 'https://instagram.example/slipstream' },
  ],
}

const DEMO_TEAM = [
  {
    name: 'Workshop',
    description: 'They build the vehicles, from the first sketch to the last rivet.',
    members: [
      {
        name: 'Maren Kessel',
        role: 'Founder, lead modeler',
        bio: 'Draws every body by hand before the first polygon is placed. Drives the press car home, virtually.',
      },
      {
        name: 'Idris Okafor',
        role: 'Physics and powertrain',
        bio: 'Tunes suspensions and gearboxes against dyno sheets. Believes in honest torque curves.',
      },
      {
        name: 'Yuki Tanabe',
        role: 'Textures and interiors',
        bio: 'Stitches seats, ages dashboards and writes the small print on warning labels.',
      },
    ],
  },
  {
    name: 'Pit crew',
    description: 'They answer your tickets, test every update and keep the lights on.',
    members: [
      {
        name: 'Sol Brandt',
        role: 'Support',
        bio: 'Knows every install mistake by its first name and answers within a day.',
      },
      {
        name: 'Priya Raman',
        role: 'Testing',
        bio: 'Crashes each release three hundred times, so that you only crash it for fun.',
      },
      {
        name: 'Jonas Lind',
        role: 'Site and tools',
        bio: 'Builds the store, the download mirrors and the tools that check every archive.',
      },
    ],
  },
]

/**
 * The developer's account in the Discord emulator. Only a sign-in through Discord gives developer access; the password
 * does not.
 */
const DEVELOPER = { discordId: '1170001008000000001', discordUsername: 'slipstream_dev' }
const MONTH_MS = 30 * DAY_MS

/** Premium members: one who renews, one who left, and one whose card was declined. */
export const DEMO_SUBSCRIBERS = { active: 'demo_premium', lapsed: 'tess_okonkwo', pastDue: 'marlow_reyes' }

/** One account of each kind, all with the public password. */
const seedAccounts = async (tx: Tx) => {
  const createdAt = new Date(Date.now() - 4 * MONTH_MS)
  await createUser(tx, { username: 'demo_customer', createdAt })
  await createUser(tx, { username: 'demo_premium', createdAt, premiumExpiresAt: new Date(Date.now() + MONTH_MS) })
  for (const username of Object.values(DEMO_SUBSCRIBERS)) {
    if (username !== DEMO_SUBSCRIBERS.active) await createUser(tx, { username, createdAt })
  }
  await createUser(tx, { username: 'demo_admin', isAdmin: true })
  await createUser(tx, { username: 'demo_banned', bannedAt: new Date(), banReason: 'Shared paid mods.' })
  await createUser(tx, { username: 'demo_developer', email: 'developer@slipstream.example', ...DEVELOPER })
  await tx.insert(developerPin).values(DEVELOPER)
}

const DEMO_PLANS = [
  { name: 'Premium Month', description: 'Come and go as you like.', price: 699 },
  {
    name: 'Premium Year',
    description: 'For people who drive most weeks.',
    price: 5_999,
    interval: 'year',
    isFeatured: true,
  },
  { name: 'Premium Week', description: 'Good for a long weekend.', price: 349, interval: 'week', isActive: false },
]

/** Fills a store with made-up people and figures, marked as a demo. The caller adds the files. */
export const seedDemo = async (tx: Tx, now = new Date()) => {
  const rows = Object.entries(DEMO_SETTINGS).map(([key, value]) => ({ key, value }))
  await tx.insert(settings).values(rows)
  await seedAccounts(tx)

  for (const [sortOrder, { members, ...category }] of DEMO_TEAM.entries()) {
    const { id: categoryId } = await createTeamCategory(tx, { ...category, sortOrder })
    for (const [position, member] of members.entries()) {
      await createTeamMember(tx, { ...member, categoryId, sortOrder: position })
    }
  }
  const plans = []
  for (const [sortOrder, plan] of DEMO_PLANS.entries()) plans.push(await createPlan(tx, { ...plan, sortOrder }))
  return { mods: await seedCatalogue(tx, now), plans }
}
