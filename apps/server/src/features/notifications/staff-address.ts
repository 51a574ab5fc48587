import type { Settings } from '@slipstream/contract/settings'

/** Where staff notices are sent. */
export const staffAddress = ({ staffEmail, contactEmail }: Pick<Settings, 'staffEmail' | 'contactEmail'>) =>
  staffEmail || contactEmail
