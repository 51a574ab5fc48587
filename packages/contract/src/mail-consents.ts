/**
 * The promotional mails, each with its own switch in the profile. The words beside the switch are the consent: they are
 * stored with the time when somebody turns it on. In a file without schemas, so that pages can use it without loading
 * them.
 */
export const PROMOTIONS = {
  newsletter: {
    label: 'News and offers',
    consent: 'E-mail me news about new mods and offers of this store. I can stop it at any time with one click.',
  },
  wishlistNews: {
    label: 'News about my wishlist',
    consent:
      'E-mail me when a mod on my wishlist goes on sale or gets a new version, at most once a week. I can stop it at any time with one click.',
  },
} as const

export type Promotion = keyof typeof PROMOTIONS

export const isPromotion = (name: string): name is Promotion => Object.hasOwn(PROMOTIONS, name)
