import type { Store } from '@slipstream/contract/settings'

/** What the policies say about the store they belong to. */
export type PolicyStore = Pick<Store, 'storeName' | 'gameName' | 'contactEmail' | 'downloadWindowDays' | 'renewals'>
