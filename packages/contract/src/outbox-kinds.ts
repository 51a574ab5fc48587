/** Kinds of outgoing messages. A restored copy holds each of them until a person releases it. */
export const MESSAGE_KINDS = [
  'account',
  'orders',
  'subscriptions',
  'tickets',
  'reviews',
  'releases',
  'wishlist',
  'newsletter',
  'discord',
  'alerts',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/**
 * Also what goes out in another form: planned releases and mods publish themselves, and Discord roles follow who has
 * Premium, which a restored store may not know.
 */
export const HELD_KINDS = [...MESSAGE_KINDS, 'publication', 'roles'] as const
export type HeldKind = (typeof HELD_KINDS)[number]
