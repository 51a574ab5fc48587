import type { Settings } from '@slipstream/contract/settings'

/** Where the staff read what they are told by mail. */
export const staffAddress = ({ staffEmail, contactEmail }: Pick<Settings, 'staffEmail' | 'contactEmail'>) =>
  staffEmail || contactEmail
