import type { LockerItem } from '@slipstream/contract/locker'
import type { PageAddress } from '#lib/link.ts'

/** A new ticket about an owned mod, with the order it was bought with. */
export const helpAddress = ({ modId, orderNumber }: LockerItem): PageAddress =>
  `/tickets?new=mod&mod=${modId}${orderNumber === null ? '' : `&order=${orderNumber}`}`
