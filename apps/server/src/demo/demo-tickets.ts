import type { TicketCategory } from '@slipstream/contract/ticket-terms'
import type { AfterReply } from '@slipstream/contract/tickets-admin'

/** A message or internal note in a ticket, and the ticket's status after it. */
export interface DemoEntry {
  /** After the ticket was opened. */
  hours: number
  by: 'customer' | 'staff' | 'note'
  text: string
  after?: AfterReply
}

export interface DemoTicket {
  /** A username, or the name and address that a guest gave. */
  from: string | { name: string; email: string }
  subject: string
  category: TicketCategory
  /** How long ago it was opened. */
  hoursAgo: number
  text: string
  slug?: string
  /** About the customer's newest order. */
  hasOrder?: boolean
  hasLog?: boolean
  isAssigned?: boolean
  isSpam?: boolean
  snoozedHours?: number
  isTracked?: boolean
  entries?: readonly DemoEntry[]
  rating?: { stars: number; comment: string }
}

export const DEMO_PROBLEM = 'Senko angle kit crashes since the last game update'

export const DEMO_LOG = `0.000|I|Game started, 48 mods active
2.118|I|mods: loading C:\\Users\\…\\mods\\senko_angle_kit_1.4.zip
2.120|I|mods: loading C:\\Users\\…\\mods\\tsukiro_senko_dspec.zip
9.874|W|jbeam: part "senko_hub_F" is defined twice
9.875|E|jbeam: slot "senko_steering" has no part that fits
9.901|E|vehicle "senko" could not be spawned
9.902|I|Game closed
`

export const DEMO_TICKETS: readonly DemoTicket[] = [
  {
    from: 'demo_premium',
    subject: 'Senko crashes the game on load',
    category: 'mod',
    hoursAgo: 5,
    slug: 'drift',
    hasLog: true,
    isTracked: true,
    text: 'Since this week’s game update the game closes while it loads the Senko. The log is attached. Other cars work.',
    entries: [
      { hours: 1, by: 'note', text: 'Third report today. The old angle kit defines the front hub a second time.' },
      {
        hours: 1.2,
        by: 'staff',
        text: 'Thank you for the log. Do you still have the old angle kit (1.4) in your mods folder? Please remove it and try again.',
        after: 'waiting',
      },
      {
        hours: 3.5,
        by: 'customer',
        text: 'I removed it, and now the front wheels are missing. The game starts, though.',
      },
    ],
  },
  {
    from: 'demo_customer',
    subject: 'Which tires fit the Ridgeback?',
    category: 'mod',
    hoursAgo: 7,
    slug: 'offroad',
    text: 'The page says 37 inch, the part selector also lists 40. Do the large ones need the lift kit?',
  },
  {
    from: 'demo_customer',
    subject: 'Receipt with my company’s name',
    category: 'order',
    hoursAgo: 30,
    hasOrder: true,
    isAssigned: true,
    text: 'Could you send me the receipt of my last order with the name of my company on it?',
    entries: [
      {
        hours: 4,
        by: 'staff',
        text: 'Sure. Tell us the name and the address as they should appear, and you get a new one by mail.',
        after: 'waiting',
      },
    ],
  },
  {
    from: 'demo_customer',
    subject: 'Rally car has no sound in reverse',
    category: 'mod',
    hoursAgo: 290,
    slug: 'rally',
    text: 'In reverse gear the engine is silent. All other gears are fine.',
    entries: [
      {
        hours: 6,
        by: 'staff',
        text: 'We can reproduce it. It is fixed in the release that is in your locker now.',
        after: 'solved',
      },
      { hours: 20, by: 'customer', text: 'Works. Thank you, that was quick!' },
      { hours: 21, by: 'staff', text: 'Glad to hear that. Have fun on the stages.', after: 'solved' },
    ],
    rating: { stars: 5, comment: 'A real answer on the same day.' },
  },
  {
    from: 'tess_okonkwo',
    subject: 'Premium ended although I paid',
    category: 'account',
    hoursAgo: 52,
    text: 'My card was charged on Monday, but the store says that Premium has ended.',
  },
  {
    from: 'marlow_reyes',
    subject: 'Change of my e-mail address',
    category: 'account',
    hoursAgo: 26,
    isAssigned: true,
    snoozedHours: 20,
    text: 'I lose my old address at the end of the month. What happens to my locker?',
    entries: [{ hours: 2, by: 'note', text: 'He calls back tomorrow with the new address.' }],
  },
  {
    from: { name: 'Juno Park', email: 'juno@customer.example' },
    subject: 'Do you build trucks to order?',
    category: 'general',
    hoursAgo: 44,
    text: 'I am looking for a tow truck with a working winch. Do you take commissions?',
  },
  {
    from: { name: 'Ines Duarte', email: 'ines@customer.example' },
    subject: 'Delete what you know about me',
    category: 'privacy',
    hoursAgo: 130,
    text: 'I had an account years ago and cannot sign in anymore. Please delete everything.',
    entries: [
      {
        hours: 20,
        by: 'staff',
        text: 'We found no account with this address. If you used another one, sign in with Discord and delete it in your profile.',
        after: 'solved',
      },
    ],
    rating: { stars: 4, comment: '' },
  },
  {
    from: { name: 'Best SEO', email: 'offers@seo.example' },
    subject: 'Page one of search results, guaranteed',
    category: 'general',
    hoursAgo: 75,
    isSpam: true,
    text: 'We looked at your website and can double its visitors within a week.',
  },
]

export const DEMO_REPLIES = [
  {
    title: 'Install a mod',
    body: 'Hi {{username}},\n\nput the file into the mods folder of your game without unpacking it, and start the game once. The mod then appears in the list of vehicles.\n\n{{me}}',
  },
  {
    title: 'Send us the log',
    body: 'Hi {{username}},\n\nplease start the game until it fails, and attach the newest .log file from its folder. It tells us what was loaded last.\n\n{{me}}',
  },
  {
    title: 'Refund is on its way',
    body: 'Your refund is on its way. Banks need three to five days to show it.\n\n{{me}}',
  },
]

/** Messages of the staff's chat, oldest first. `{ticket}`, `{order}` and `{mod}` become links. */
export const DEMO_CHAT: readonly { room: string; messages: readonly { by: 'admin' | 'support'; text: string }[] }[] = [
  {
    room: 'general',
    messages: [
      { by: 'support', text: 'Good morning. Two tickets are late, I take the first one.' },
      { by: 'admin', text: 'Thanks. I publish the new release at noon and stay for questions.' },
      { by: 'support', text: '@demo_admin can you look at {order}? The customer wants another name on the receipt.' },
    ],
  },
  {
    room: 'releases',
    messages: [
      { by: 'admin', text: 'The angle kit breaks {mod} with the new game version. A fix is in testing.' },
      {
        by: 'support',
        text: 'Three customers wait for it, the first is {ticket}. I linked them to the known problem.',
      },
      { by: 'admin', text: 'I answer all of them when it is out.' },
    ],
  },
]
