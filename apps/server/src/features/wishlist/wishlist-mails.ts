import { cents, formatUsd } from '@slipstream/contract/money'
import { type Letter, type Sender, text } from '#lib/mail/letter.ts'

export interface WishedNews {
  modId: number
  title: string
  /** The new release, or null. */
  version: string | null
  /** The price of the sale in cents, or null. */
  salePrice: number | null
}

const factOf = ({ version, salePrice }: WishedNews) =>
  [salePrice === null ? '' : `now ${formatUsd(cents(salePrice))}`, version === null ? '' : `version ${version}`]
    .filter(Boolean)
    .join(', ')

/** One mail about everything that is new on a wishlist. */
export const wishlistNewsMail = (news: readonly WishedNews[], sender: Sender, unsubscribeUrl: string): Letter => {
  const [first] = news
  const isOnSale = news.some(({ salePrice }) => salePrice !== null)
  const others = news.length - 1
  const about = `${first?.title ?? 'A mod'}${others > 0 ? ` and ${others} more` : ''}`
  return {
    template: { name: 'wishlist-news', variables: {} },
    subject: isOnSale ? `On sale: ${about} from your wishlist` : `New: ${about} from your wishlist`,
    preview: 'News about the mods you wish for.',
    heading: 'News from your wishlist',
    body: [
      text('There is news about mods on your wishlist:'),
      { kind: 'rows', rows: news.map((each) => ({ label: each.title, value: factOf(each) })) },
    ],
    button: {
      label: news.length === 1 ? 'Show the mod' : 'Show my wishlist',
      url:
        news.length === 1 && first ? `${sender.publicUrl}/mods/${first.modId}` : `${sender.publicUrl}/profile#wishlist`,
    },
    reason: 'You get this mail, at most once a week, because you asked for news about your wishlist in your profile.',
    unsubscribeUrl,
    isOneClick: true,
  }
}
