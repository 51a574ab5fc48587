import { REDOWNLOAD_FREE_DAYS } from './legal.ts'
import type { Settings } from './settings.ts'

/**
 * The default settings that public pages show. They are separate because every page loads them. This file shares no
 * module with the schemas: otherwise the bundler would load the style sheet of every page with them.
 */
export const DEFAULT_STORE = {
  storeName: 'Slipstream',
  blurb: 'Vehicle mods built panel by panel: real specifications, tuned physics, and every update included.',
  heroTitle: 'Built to be driven hard',
  heroText: 'Hand-made cars, trucks and off-roaders with soft-body physics, full spec sheets and updates for life.',
  gameName: 'BeamNG.drive',
  contactEmail: 'support@slipstream.example',
  socialLinks: [],
  downloadWindowDays: REDOWNLOAD_FREE_DAYS,
  renewals: 'one-click',
  logo: '',
  isDemo: false,
} satisfies Partial<Settings>
