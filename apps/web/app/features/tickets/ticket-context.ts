import { TICKET_CATEGORIES, type TicketCategory } from '@slipstream/contract/ticket-terms'

/** What a link to the form can pass along. */
export interface TicketContext {
  category?: TicketCategory
  modId?: number
  orderNumber?: string
  requestId?: string
}

/** From the address: `?new=mod&mod=12&order=SL-2026-000123&request=…` */
export const readContext = (search: URLSearchParams): TicketContext => {
  const category = TICKET_CATEGORIES.find((each) => each === search.get('new'))
  const modId = Number(search.get('mod'))
  const orderNumber = search.get('order')
  const requestId = search.get('request')
  return {
    ...(category && { category }),
    ...(Number.isSafeInteger(modId) && modId > 0 && { modId }),
    ...(orderNumber && { orderNumber }),
    ...(requestId && { requestId: requestId.slice(0, 60) }),
  }
}
