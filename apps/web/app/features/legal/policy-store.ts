import type { Store } from '@slipstream/contract/settings'

/** The store settings that the policies mention. */
export type PolicyStore = Pick<
  Store,
  'storeName' | 'gameName' | 'contactEmail' | 'downloadWindowDays' | 'renewals' | 'givesDiscordRole'
>
