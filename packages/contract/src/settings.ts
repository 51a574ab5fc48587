import * as z from 'zod/mini'
import { contrastPairs, HEX_COLOR, type Theme } from './accent.ts'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { lenient } from './lenient.ts'
import { integer } from './number.ts'
import { emailAddress, filledText, httpsUrl, instant, text } from './text.ts'

const SOCIAL_NETWORKS = ['discord', 'youtube', 'instagram', 'tiktok', 'x', 'github'] as const

export const SocialLink = z.strictObject({
  network: z.enum(SOCIAL_NETWORKS),
  url: httpsUrl(),
})
export type SocialLink = z.output<typeof SocialLink>

const isTimeZone = (name: string) => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const weakestRatio = (theme: Theme, accent: string) => {
  const weak = contrastPairs(theme, accent).filter(({ ratio, needed }) => ratio < needed)
  return weak.length === 0 ? null : Math.min(...weak.map(({ ratio }) => ratio))
}

/** Refused unless text in this color is readable: visitors of a public page could not fix it themselves. */
const accent = (theme: Theme) =>
  text(7).check(
    z.toLowerCase(),
    z.regex(HEX_COLOR, { error: 'Enter a color such as #fd822f.', abort: true }),
    z.refine((color) => weakestRatio(theme, color) === null, {
      error: ({ input }) => {
        // Rounded down, so that 4.49 does not read as enough.
        const ratio = Math.floor((weakestRatio(theme, String(input)) ?? 0) * 10) / 10
        return `Too weak in the ${theme} theme: ${ratio}:1, it needs 4.5:1.`
      },
    }),
  )

const verificationCode = () =>
  text(100).check(z.regex(/^[\w-]*$/, 'Enter only the code, such as the part between content=" and the next quote.'))

/** A picture that the store re-encoded into its public bucket, named by its content; empty for the built-in one. */
const brandPicture = (extension: 'png' | 'jpg') =>
  text(80).check(z.regex(new RegExp(`^(brand/[0-9a-f]{64}\\.${extension})?$`), 'Upload the picture first.'))

export const MaintenanceWindow = z
  .strictObject({ from: instant(), to: instant(), message: text(200) })
  .check(z.refine(({ from, to }) => from < to, { message: 'It must end after it begins.', path: ['to'] }))

/** The creator's settings, one row of the settings table per key. */
export const Settings = z.object({
  storeName: filledText(40),
  blurb: filledText(240),
  heroTitle: filledText(60),
  heroText: filledText(240),
  gameName: filledText(60),
  contactEmail: emailAddress(),
  /** Where notices to the staff go; empty for the contact address. */
  staffEmail: z.union([z.literal(''), emailAddress()]),
  /** Time zone of days and dates in reports, invoices and mails, such as `Europe/Berlin`. */
  timeZone: filledText(60).check(z.refine(isTimeZone, 'Unknown time zone. Use a name like Europe/Berlin.')),
  socialLinks: z.array(SocialLink).check(z.maxLength(8)),
  maintenanceMode: z.boolean(),
  /** A window during which the store is closed. It closes and reopens by itself. */
  plannedMaintenance: z.nullable(MaintenanceWindow),
  /** Administrators have no admin rights until they have turned on their second factor. */
  adminsNeedTwoFactor: z.boolean(),
  /** Days a purchase can be downloaded without renewing; 0 for no limit. */
  downloadWindowDays: integer(0, 3_650),
  /** Whether owners can renew the window themselves or have to ask. */
  renewals: z.enum(['one-click', 'ask-support']),
  /** The seller on invoices; empty to use only the store's name. */
  sellerName: text(120),
  sellerAddress: text(400, { multiline: true }),
  sellerTaxId: text(40),
  /** What invoices say about tax, in the seller's own words; the store computes none. */
  taxNote: text(200),
  /** The color of the main button, selected tabs and discounts, in each theme. */
  accentDark: accent('dark'),
  accentLight: accent('light'),
  /** Keys of stored pictures: 128 x 128 next to the name, and 1200 x 630 as the default link preview. */
  logo: brandPicture('png'),
  sharePicture: brandPicture('jpg'),
  /** Title and description of the home page for search engines; empty to derive them from name and blurb. */
  searchTitle: text(70),
  searchDescription: text(200),
  /** Whether search engines may list the store. */
  isListed: z.boolean(),
  /** Proof of ownership for Google Search Console and Bing Webmaster Tools; empty for none. */
  googleVerification: verificationCode(),
  bingVerification: verificationCode(),
  isDemo: z.boolean(),
})
export type Settings = z.output<typeof Settings>
export type SettingKey = keyof Settings

export const SiteStatus = z.object({
  maintenanceMode: z.boolean(),
  /** The planned window, until it is over. */
  planned: z.optional(MaintenanceWindow),
})
export type SiteStatus = z.output<typeof SiteStatus>

const AdminStatus = z.extend(SiteStatus, {
  /** Number of refund requests that wait for a decision. */
  openRequests: integer(0),
})

/** The settings that every page shows. Maintenance is separate, because it is polled. */
export const Store = z.extend(
  z.omit(Settings, {
    maintenanceMode: true,
    plannedMaintenance: true,
    adminsNeedTwoFactor: true,
    staffEmail: true,
    timeZone: true,
    sellerName: true,
    sellerAddress: true,
    sellerTaxId: true,
    taxNote: true,
  }),
  {
    /** URLs of the pictures; empty for the built-in ones. */
    logo: z.string(),
    sharePicture: z.string(),
    /** Whether Premium members get a role on the Discord server, which needs a bot. */
    givesDiscordRole: z.boolean(),
  },
)
export type Store = z.output<typeof Store>

export const settingsApi = {
  siteStatus: endpoint({
    method: 'GET',
    path: '/api/site/status',
    summary: 'Whether the store is in maintenance',
    access: 'public',
    poll: true,
    response: SiteStatus,
    reads: lenient(SiteStatus),
    cache: { maxAge: 0, sharedMaxAge: 2, staleWhileRevalidate: 5 },
    duringMaintenance: true,
  }),
  store: endpoint({
    method: 'GET',
    path: '/api/site/store',
    summary: 'Get the name, texts and social links of the store',
    access: 'public',
    response: Store,
    cache: ONE_MINUTE,
    duringMaintenance: true,
  }),
  adminSettings: endpoint({
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'Counts that administrators poll',
    access: 'admin',
    poll: true,
    response: AdminStatus,
    reads: lenient(AdminStatus),
  }),
}
