import { Search } from 'lucide-react'
import picture from '#assets/buggy-1600.webp'
import pictureSmall from '#assets/buggy-800.webp'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/input.tsx'

/** For unknown addresses and for missing items. */
export const NotFoundScreen = () => (
  <main className="mx-auto grid max-w-[1360px] items-center gap-10 px-5 pt-28 pb-10 md:grid-cols-2 md:px-8 md:pt-36">
    <div>
      <p className="eyebrow text-primary">Error 404</p>
      <h1 className="display mt-4 text-[40px] md:text-[56px]">Off the map</h1>
      <p className="mt-5 max-w-[44ch] text-[17px] leading-relaxed text-muted">
        Page not found. The page may have moved, or the address may be mistyped.
      </p>
      {/* A plain form, so that it works on a page whose scripts failed. */}
      <form role="search" action="/mods" className="mt-8 flex max-w-md items-center gap-2">
        <Input
          type="search"
          name="q"
          size="lg"
          maxLength={80}
          aria-label="Search mods"
          placeholder="Search by name, make or tag"
          icon={<Search />}
          className="min-w-0 flex-1"
        />
        <Button type="submit" variant="outline" size="lg">
          Search
        </Button>
      </form>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button asChild variant="primary" size="lg">
          <Link to="/mods">Browse all mods</Link>
        </Button>
        <Button asChild variant="outline" size="lg">
          <Link to="/">Go Home</Link>
        </Button>
      </div>
    </div>
    <img
      src={picture}
      srcSet={`${pictureSmall} 800w, ${picture} 1600w`}
      sizes="(min-width: 768px) 50vw, 100vw"
      width={1600}
      height={1000}
      alt="A dune buggy standing alone on a dark floor"
      className="rounded-2xl"
    />
  </main>
)
