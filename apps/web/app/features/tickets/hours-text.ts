import { responseHoursOf, type TicketCategory } from '@slipstream/contract/ticket-terms'

/** `24-48` with the dash that belongs between figures. */
export const hoursText = (category: TicketCategory) => `${responseHoursOf(category).replace('-', '–')} hours`
