import type { MetaDescriptor } from 'react-router'

/** What the root loader tells every page about the site it is part of. */
export interface Site {
  origin: string
  storeName: string
  blurb: string
}

interface MetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  location: { pathname: string }
}

interface PageWords {
  /** Without it the page is the store itself. */
  title?: string
  description?: string
  /** Pages that have nothing to be found for. */
  isHidden?: boolean
}

/** Title, description, canonical address and the cards that chats and search engines show. */
export const pageMeta = ({ matches, location }: MetaArgs, words: PageWords = {}): MetaDescriptor[] => {
  const site = (matches.find((match) => match?.id === 'root')?.loaderData as { site?: Site } | undefined)?.site
  if (!site) return [{ title: words.title ?? 'Slipstream' }]

  const title = words.title ? `${words.title} | ${site.storeName}` : `${site.storeName}: premium vehicle mods`
  const description = words.description ?? site.blurb
  // With and without a slash at the end it is one page.
  const url = site.origin + (location.pathname.replace(/\/+$/, '') || '/')
  return [
    { title },
    { name: 'description', content: description },
    ...(words.isHidden ? [{ name: 'robots', content: 'noindex' }] : [{ tagName: 'link', rel: 'canonical', href: url }]),
    { property: 'og:site_name', content: site.storeName },
    { property: 'og:type', content: 'website' },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${site.origin}/share.jpg` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}
