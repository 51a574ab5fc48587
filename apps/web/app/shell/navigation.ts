import type { ReactNode } from 'react'
import type { PageAddress } from '#lib/link.ts'

export interface NavLink {
  label: string
  to: PageAddress
  /** A note beside the link, such as a count. */
  note?: ReactNode
}

export const MAIN_LINKS: NavLink[] = [
  { label: 'Home', to: '/' },
  { label: 'Mods', to: '/mods' },
  { label: 'Subscription', to: '/subscribe' },
  { label: 'About', to: '/about' },
  { label: 'Support', to: '/contact' },
]

export const QUICK_LINKS: NavLink[] = [
  { label: 'Home', to: '/' },
  { label: 'All Mods', to: '/mods' },
  { label: 'Categories', to: '/mods#categories' },
  { label: 'My Mod Locker', to: '/mod-locker' },
]

export const LEGAL_LINKS: NavLink[] = [
  { label: 'Terms', to: '/terms' },
  { label: 'Privacy', to: '/privacy' },
  { label: 'Refund Policy', to: '/refund-policy' },
  { label: 'Contact Us', to: '/contact' },
]
