import { THEME_COLORS } from './accent.ts'
import { REDOWNLOAD_FREE_DAYS } from './legal.ts'
import type { Settings } from './settings.ts'

/** The settings of a new store. In a file without schemas, so that pages can use it without loading them. */
export const DEFAULT_SETTINGS: Settings = {
  storeName: 'Slipstream',
  blurb: 'Vehicle mods built panel by panel: real specifications, tuned physics, and every update included.',
  heroTitle: 'Built to be driven hard',
  heroText: 'Hand-made cars, trucks and off-roaders with soft-body physics, full spec sheets and updates for life.',
  gameName: 'BeamNG.drive',
  contactEmail: 'support@slipstream.example',
  staffEmail: '',
  timeZone: 'UTC',
  socialLinks: [],
  maintenanceMode: false,
  plannedMaintenance: null,
  adminsNeedTwoFactor: false,
  downloadWindowDays: REDOWNLOAD_FREE_DAYS,
  renewals: 'one-click',
  sellerName: '',
  sellerAddress: '',
  sellerTaxId: '',
  accentDark: THEME_COLORS.dark.accent,
  accentLight: THEME_COLORS.light.accent,
  searchTitle: '',
  searchDescription: '',
  isListed: true,
  googleVerification: '',
  bingVerification: '',
  isDemo: false,
}
