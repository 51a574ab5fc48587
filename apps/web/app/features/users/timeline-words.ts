import {
  Ban,
  Download,
  Gem,
  Gift,
  KeyRound,
  LifeBuoy,
  type LucideIcon,
  Receipt,
  ShieldCheck,
  Star,
  StickyNote,
  UserPlus,
} from 'lucide-react'
import { formatUsd } from '@slipstream/contract/money'
import type { TimelineKind } from '@slipstream/contract/user-terms'
import type { UserEvent } from '@slipstream/contract/users-detail'
import type { PageAddress } from '#lib/link.ts'

const EVENT_ICONS: Record<TimelineKind, LucideIcon> = {
  joined: UserPlus,
  'sign-in': KeyRound,
  order: Receipt,
  subscription: Gem,
  mod: Gift,
  download: Download,
  review: Star,
  ticket: LifeBuoy,
  note: StickyNote,
  staff: ShieldCheck,
}

const SIGN_INS: Readonly<Record<string, string>> = {
  ok: 'Signed in',
  wrong_secret: 'Wrong password or code',
  second_factor: 'Correct password, second factor requested',
  banned: 'Tried to log in while banned',
  limited: 'Sign-in blocked: too many attempts',
}

const MODS: Readonly<Record<string, string>> = {
  purchase: 'Got',
  grant: 'Was granted',
  revoked: 'Lost',
}

const ACTS: Readonly<Record<string, string>> = {
  ban: 'Banned',
  'lift ban': 'Ban lifted',
  'make administrator': 'Made an administrator',
  'revoke administrator': 'No longer an administrator',
  'sign out': 'Signed out by staff',
  invite: 'Invited',
  'export data': 'Data exported by staff',
  'move purchases': 'Purchases moved to another account',
  'receive purchases': 'Purchases received from another account',
}

interface Words {
  /** The words before the subject of the event. */
  verb: string
  /** The words after the subject. */
  rest?: string
  to?: PageAddress
}

const dashed = (text: string) => text.replaceAll('_', ' ')

const WORDS: Record<TimelineKind, (event: UserEvent) => Words> = {
  joined: () => ({ verb: 'Joined' }),
  'sign-in': ({ what }) => ({ verb: `${SIGN_INS[what] ?? dashed(what)} on` }),
  order: ({ what, link, amountCents }) => ({
    verb: 'Ordered',
    rest: `${amountCents === null ? '' : `${formatUsd(amountCents)}, `}${dashed(what)}`,
    to: `/admin/orders?order=${link}`,
  }),
  subscription: ({ what }) => ({ verb: 'Subscribed to', rest: dashed(what) }),
  mod: ({ what, link }) => ({ verb: MODS[what] ?? what, to: `/mods/${Number(link)}` }),
  download: ({ what, link }) => ({ verb: 'Downloaded', rest: what, to: `/mods/${Number(link)}` }),
  review: ({ what, link }) => ({
    verb: 'Reviewed',
    rest: what === '1' ? '1 star' : `${what} stars`,
    to: `/mods/${Number(link)}`,
  }),
  ticket: ({ what, link }) => ({ verb: 'Opened ticket', rest: what, to: `/admin/tickets?ticket=${link}` }),
  note: () => ({ verb: 'Note' }),
  staff: ({ what }) => ({ verb: ACTS[what] ?? what }),
}

export const wordsOf = (event: UserEvent) => WORDS[event.kind](event)

/** Bans, refused sign-ins and revoked mods stand out. */
export const isAlarm = ({ kind, what }: UserEvent) =>
  (kind === 'staff' && what === 'ban') ||
  (kind === 'sign-in' && what !== 'ok' && what !== 'second_factor') ||
  (kind === 'mod' && what === 'revoked')

export const iconOf = (event: UserEvent): LucideIcon =>
  event.kind === 'staff' && event.what === 'ban' ? Ban : EVENT_ICONS[event.kind]
