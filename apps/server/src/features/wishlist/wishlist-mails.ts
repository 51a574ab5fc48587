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
    preview: 'News about mods on your wishlist.',
    heading: 'News from your wishlist',
    body: [
      text('There is news about mods on your wishlist:'),
      { kind: 'rows', rows: news.map((each) => ({ label: each.title, value: factOf(each) })) },
    ],
    button: {
      label: news.length === 1 ? 'View the mod' : 'View your wishlist',
      url:
        news.length === 1 && first ? `${sender.publicUrl}/mods/${first.modId}` : `${sender.publicUrl}/profile#wishlist`,
    },
    reason:
      'You’re receiving this e-mail because you turned on wishlist news in your profile. We send it at most once a week.',
    unsubscribeUrl,
    isOneClick: true,
  }
}
