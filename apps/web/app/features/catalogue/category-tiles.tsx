import type { Category } from '@slipstream/contract/mods'
import type { Picture as PictureFacts } from '@slipstream/contract/picture'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { PageSection } from '#ui/page-section.tsx'
import { Picture } from '#ui/picture.tsx'
import { EVERYTHING, listAddress } from './mod-search.ts'
import { useCategories, usePopularMods } from './catalogue.queries.ts'

/** Every category with mods, with the picture of its most popular mod if it is already loaded. */
export const CategoryTiles = () => {
  const categories = useCategories().data?.filter(({ count }) => count > 0) ?? []
  const popular = usePopularMods().data?.items ?? []
  if (categories.length < 2) return null
  return (
    <PageSection title="Find your kind of driving" text="Every category, from the track to the trail.">
      <ul className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 lg:grid-cols-5">
        {categories.map((category) => (
          <li key={category.id}>
            <Tile
              category={category}
              picture={popular.find(({ category: slug }) => slug === category.slug)?.picture ?? null}
            />
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

const Tile = ({ category, picture }: { category: Category; picture: PictureFacts | null }) => (
  <div className="dark cover-card group relative flex aspect-4/3 flex-col justify-end overflow-hidden rounded-2xl bg-card p-4 text-foreground">
    {picture && (
      <Picture
        picture={picture}
        sizes="(min-width: 1024px) 260px, (min-width: 768px) 31vw, 46vw"
        isDecoration
        className="absolute inset-0 size-full object-cover transition-[scale] duration-500 group-hover:scale-[1.03]"
      />
    )}
    <div className="absolute inset-0 bg-gradient-to-t from-background via-background/45 to-transparent" />
    <div className="relative">
      <h3 className="text-base font-semibold">
        <Link to={listAddress({ ...EVERYTHING, category: category.slug })} className="cover-link">
          {category.name}
        </Link>
      </h3>
      <p className="num text-small text-muted">{plural(category.count, 'mod')}</p>
    </div>
  </div>
)
