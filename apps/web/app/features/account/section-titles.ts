/** The sections of the profile in order. The key is the URL fragment. */
export const SECTION_TITLES = {
  name: 'Name and picture',
  email: 'E-mail',
  billing: 'Billing details',
  password: 'Password',
  'two-factor': 'Two-factor sign-in',
  passkeys: 'Passkeys',
  devices: 'Devices',
  discord: 'Discord',
  appearance: 'Appearance',
  notifications: 'Notifications',
  data: 'Your data',
} as const
export type SectionId = keyof typeof SECTION_TITLES

export const ACCOUNT_SECTIONS = Object.entries(SECTION_TITLES).map(([id, title]) => ({ id, title }))
