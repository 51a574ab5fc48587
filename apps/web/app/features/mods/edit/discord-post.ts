import { type Cents, formatUsd } from '@slipstream/contract/money'

interface NewMod {
  title: string
  description: string
  price: Cents
  url: string
}

/** Discord reads these characters as formatting. */
const escaped = (text: string) => text.replace(/[\\`*_~|>#[\]()]/g, '\\$&')

/** A post for the creator's own Discord server, in Discord's formatting. */
export const discordPost = ({ title, description, price, url }: NewMod) =>
  [
    `**${escaped(title)}** is out now${price === 0 ? ', for free' : ` for ${formatUsd(price)}`}.`,
    ...(description ? [escaped(description)] : []),
    url,
  ].join('\n\n')
