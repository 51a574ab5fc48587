import { History, LayoutGrid, Search, SpellCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Category, Count, ModSuggestions } from '@slipstream/contract/mods'
import { plural } from '#lib/counts.ts'
import type { PageAddress } from '#lib/link.ts'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { EVERYTHING, listAddress } from '../mod-search.ts'

export interface SearchOption {
  key: string
  face: ReactNode
  /** Opens a page. */
  to?: PageAddress
  /** Searches for this text instead. */
  text?: string
}

export interface SearchSection {
  label: string
  options: SearchOption[]
}

/** The list page with all results. */
export const resultsAddress = (q: string, category = '') => listAddress({ ...EVERYTHING, q, category })

/** The suggestions before anything is typed. */
export const openingSections = (recent: readonly string[], categories: readonly Category[]): SearchSection[] =>
  [
    {
      label: 'Recent searches',
      options: recent.map((text) => ({ key: `recent-${text}`, text, face: <Line icon={<History />} name={text} /> })),
    },
    {
      label: 'Categories',
      options: categories.map(({ slug, name, count }) =>
        categoryOption('', { slug, name, total: { count, orMore: false } }),
      ),
    },
  ].filter(({ options }) => options.length > 0)

const categoryOption = (q: string, { slug, name, total }: ModSuggestions['categories'][number]) => ({
  key: `category-${slug}`,
  to: resultsAddress(q, slug),
  face: <Line icon={<LayoutGrid />} name={name} detail={plural(total, 'mod')} />,
})

/** The suggestions for a typed text. */
export const foundSections = (q: string, found: ModSuggestions): SearchSection[] =>
  [
    { label: 'Did you mean', options: correction(found.didYouMean) },
    { label: found.isSimilar ? 'Mods with a similar name' : 'Mods', options: found.items.map(modOption) },
    { label: 'Categories', options: found.categories.map((category) => categoryOption(q, category)) },
    { label: 'Everything', options: everything(q, found.total) },
  ].filter(({ options }) => options.length > 0)

const correction = (text: string | null): SearchOption[] =>
  text === null ? [] : [{ key: 'correction', text, face: <Line icon={<SpellCheck />} name={text} /> }]

const everything = (q: string, total: Count): SearchOption[] =>
  total.count > 1
    ? [
        {
          key: 'all',
          to: resultsAddress(q),
          face: <Line icon={<Search />} name={`Show all ${plural(total, 'mod')}`} />,
        },
      ]
    : []

const modOption = (mod: ModSuggestions['items'][number]): SearchOption => ({
  key: `mod-${mod.id}`,
  to: `/mods/${mod.id}`,
  face: (
    <>
      <span className="relative w-16 shrink-0 overflow-hidden rounded-md bg-raised" style={{ aspectRatio: '16 / 10' }}>
        {mod.picture && <Picture picture={mod.picture} sizes="64px" isDecoration className="size-full object-cover" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium">{mod.title}</span>
        <span className="block truncate text-small text-muted">{mod.categoryName}</span>
      </span>
      <Price price={mod.price} discountPrice={mod.discountPrice} className="shrink-0" />
    </>
  ),
})

const Line = ({ icon, name, detail }: { icon: ReactNode; name: string; detail?: string }) => (
  <>
    <span className="text-muted" aria-hidden="true">
      {icon}
    </span>
    <span className="min-w-0 truncate">{name}</span>
    {detail !== undefined && <span className="num ml-auto shrink-0 text-small text-muted">{detail}</span>}
  </>
)
