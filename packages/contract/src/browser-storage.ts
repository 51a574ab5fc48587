/**
 * Everything kept in a browser, by name. The privacy page explains the purpose and lifetime of each and
 * does not compile if one is missing.
 */
export const COOKIES = ['session', 'device', 'discord'] as const
export type Cookie = (typeof COOKIES)[number]

/** In localStorage, until it is cleared. */
export const LOCAL_KEYS = [
  'auth_token',
  'signed_out',
  'theme',
  'units',
  'recent_searches',
  'game_version',
  'compared_mods',
  'admin_sidebar',
  'ticket_drafts',
  'letter_keys',
  'chat_drafts',
  'checkout-coupon',
] as const
export type LocalKey = (typeof LOCAL_KEYS)[number]

/** In sessionStorage, until the tab is closed. */
export const TAB_KEYS = [
  'after_discord',
  'intents',
  'checkout',
  'admin_visits',
  'reloaded_for',
  'waiting_copies',
] as const
export type TabKey = (typeof TAB_KEYS)[number]
