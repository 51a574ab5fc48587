import { responseHoursOf, type TicketCategory } from '@slipstream/contract/ticket-terms'

/** `24-48` with an en dash. */
export const hoursText = (category: TicketCategory) => `${responseHoursOf(category).replace('-', '–')} hours`
