import type { Store } from '@slipstream/contract/settings'

type Texts = Pick<Store, 'storeName' | 'blurb' | 'searchTitle' | 'searchDescription'>

/** The title and description of the store itself, for search engines and chats. The settings page previews them. */
export const storeWords = ({ storeName, blurb, searchTitle, searchDescription }: Texts) => ({
  title: searchTitle || `${storeName}: premium vehicle mods`,
  description: searchDescription || blurb,
})
