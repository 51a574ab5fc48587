import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

const line = (max: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(max))

export const SOCIAL_NETWORKS = ['discord', 'youtube', 'instagram', 'tiktok', 'x', 'github'] as const

export const SocialLink = z.strictObject({
  network: z.enum(SOCIAL_NETWORKS),
  // Only https: the address becomes a link on every page.
  url: z.url({ protocol: /^https$/ }),
})
export type SocialLink = z.output<typeof SocialLink>

/** What a creator decides about the store, one row of the settings table per key. */
export const Settings = z.object({
  storeName: line(40),
  blurb: line(240),
  heroTitle: line(60),
  heroText: line(240),
  gameName: line(60),
  contactEmail: z.email(),
  socialLinks: z.array(SocialLink).check(z.maxLength(8)),
  maintenanceMode: z.boolean(),
  /** Admins can do nothing as admins until they have switched their second factor on. */
  adminsNeedTwoFactor: z.boolean(),
  /** How many days a purchase is downloaded without renewing; 0 for without end. */
  downloadWindowDays: z.int().check(z.minimum(0), z.maximum(3_650)),
  /** Whether owners open a new window alone, or ask for it. */
  renewals: z.enum(['one-click', 'ask-support']),
  /** As invoices say who sells; empty where the store's name is enough. */
  sellerName: z.string().check(z.trim(), z.maxLength(120)),
  sellerAddress: z.string().check(z.trim(), z.maxLength(400)),
  sellerTaxId: z.string().check(z.trim(), z.maxLength(40)),
  isDemo: z.boolean(),
})
export type Settings = z.output<typeof Settings>
export type SettingKey = keyof Settings

export const SiteStatus = z.object({ maintenanceMode: z.boolean() })
export type SiteStatus = z.output<typeof SiteStatus>

/** What every page shows of the store. Maintenance travels apart, because it is polled. */
export const Store = z.omit(Settings, {
  maintenanceMode: true,
  adminsNeedTwoFactor: true,
  sellerName: true,
  sellerAddress: true,
  sellerTaxId: true,
  downloadWindowDays: true,
  renewals: true,
})
export type Store = z.output<typeof Store>

export const settingsApi = {
  siteStatus: endpoint({
    method: 'GET',
    path: '/api/site/status',
    summary: 'Whether the store is in maintenance',
    access: 'public',
    poll: true,
    response: SiteStatus,
    cache: { maxAge: 0, sharedMaxAge: 2, staleWhileRevalidate: 5 },
    duringMaintenance: true,
  }),
  store: endpoint({
    method: 'GET',
    path: '/api/site/store',
    summary: 'Name, texts and social links of the store',
    access: 'public',
    response: Store,
    cache: { maxAge: 0, sharedMaxAge: 60, staleWhileRevalidate: 300 },
    duringMaintenance: true,
  }),
  adminSettings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'What administrators poll about the store',
    access: 'admin',
    poll: true,
    response: SiteStatus,
  }),
}
