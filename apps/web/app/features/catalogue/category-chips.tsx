import { Link } from '#lib/link.ts'
import { cx } from '#ui/cx.ts'
import { EVERYTHING, listAddress, type ModSearch } from './mod-search.ts'
import { useCategories } from './catalogue.queries.ts'

interface CategoryChipsProps {
  /** The rest of the search; a chip changes only the category. */
  search?: ModSearch
  /** On the list itself, where one chip is the current one. */
  isList?: boolean
}

const chip = 'inline-flex h-9 max-md:h-11 shrink-0 items-center rounded-full border px-4 text-ui transition-colors'

/** The most important filter, as links: they work without scripts and can be shared. */
export const CategoryChips = ({ search = EVERYTHING, isList = false }: CategoryChipsProps) => {
  const categories = useCategories().data?.filter(({ count }) => count > 0) ?? []
  if (categories.length === 0) return null
  return (
    <nav
      id="categories"
      aria-label="Categories"
      className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:px-0"
    >
      {[{ slug: '', name: 'All' }, ...categories].map(({ slug, name }) => {
        const isCurrent = isList && search.category === slug
        return (
          <Link
            key={slug}
            to={listAddress({ ...search, category: slug })}
            preventScrollReset={isList}
            aria-current={isCurrent || undefined}
            className={cx(
              chip,
              isCurrent
                ? 'border-transparent bg-foreground font-medium text-background'
                : 'text-muted hover:bg-raised hover:text-foreground',
            )}
          >
            {name}
          </Link>
        )
      })}
    </nav>
  )
}
