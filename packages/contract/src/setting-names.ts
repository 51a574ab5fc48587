import type { EditableSettings } from './settings-admin.ts'

/**
 * The settings as people know them: labels on the page and names in the audit log. In a file without schemas, so that
 * pages can use it without loading them.
 */
export const SETTING_NAMES: Record<keyof EditableSettings, string> = {
  storeName: 'Store name',
  blurb: 'Short description',
  heroTitle: 'Headline',
  heroText: 'Text below the headline',
  gameName: 'Game',
  contactEmail: 'Support address',
  staffEmail: 'Address for staff notices',
  timeZone: 'Time zone',
  socialLinks: 'Social links',
  downloadWindowDays: 'Download window in days',
  renewals: 'Renewals',
  sellerName: 'Seller',
  sellerAddress: 'Seller’s postal address',
  sellerTaxId: 'Tax ID',
  taxNote: 'Tax line',
  accentDark: 'Accent in the dark theme',
  accentLight: 'Accent in the light theme',
  logo: 'Logo',
  sharePicture: 'Share picture',
  searchTitle: 'Title of the home page',
  searchDescription: 'Description of the home page',
  isListed: 'Search engines',
  googleVerification: 'Google verification code',
  bingVerification: 'Bing verification code',
}
