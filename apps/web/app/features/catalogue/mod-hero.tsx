import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ModCard } from '@slipstream/contract/mods'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { Picture } from '#ui/picture.tsx'
import { preloadPicture } from '#ui/preload-picture.ts'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'
import { newsOf } from './catalogue-words.ts'

const PICTURE_SIZES = '(min-width: 768px) 71vw, 100vw'
const PICTURE_STYLE = 'hero-mask size-full object-cover object-[52%_60%] md:object-center'

interface HeroProps {
  picture: ReactNode
  eyebrow: ReactNode
  title: string
  text: string
  actions: ReactNode
  facts?: ReactNode
}

/** Dark in both themes: a studio picture would not blend into a light page. */
const Hero = ({ picture, eyebrow, title, text, actions, facts }: HeroProps) => (
  <section className="dark relative overflow-hidden bg-background text-foreground">
    <div className="absolute inset-x-0 top-0 h-[330px] md:inset-0 md:left-[29%] md:h-auto">{picture}</div>
    <div className="absolute inset-0 hidden bg-gradient-to-r from-background via-background/10 to-transparent md:block" />
    <div className="relative mx-auto flex max-w-[1360px] flex-col px-5 pt-[324px] pb-12 md:min-h-[640px] md:justify-center md:px-8 md:pt-24 md:pb-16">
      <p className="eyebrow text-primary">{eyebrow}</p>
      <h1 className="display mt-4 max-w-[11ch] text-[44px] md:text-[76px]">{title}</h1>
      <p className="mt-5 max-w-[44ch] text-[16px] leading-relaxed text-muted md:max-w-[38ch] md:text-[17px]">{text}</p>
      <div className="mt-8 flex flex-wrap items-center gap-3">{actions}</div>
      {facts}
    </div>
  </section>
)

interface ModHeroProps {
  mod: ModCard
  asOf: number
  gameName: string
}

/** Promotes one mod. */
export const ModHero = ({ mod, asOf, gameName }: ModHeroProps) => {
  if (mod.picture) preloadPicture(mod.picture, PICTURE_SIZES)
  return (
    <Hero
      picture={
        mod.picture && (
          <Picture picture={mod.picture} sizes={PICTURE_SIZES} isDecoration isFirst className={PICTURE_STYLE} />
        )
      }
      eyebrow={eyebrowOf(mod, asOf, gameName)}
      title={mod.title}
      text={mod.description}
      actions={
        <>
          <Button asChild variant="primary" size="lg">
            <Link to={`/mods/${mod.id}`} prefetch="intent">
              View the mod
              <ArrowRight aria-hidden="true" />
            </Link>
          </Button>
          <BrowseAll variant="outline" />
        </>
      }
      facts={
        <dl className="mt-10 flex flex-wrap gap-x-8 gap-y-4 md:gap-x-10">
          <Fact name="Price">
            <Price price={mod.price} discountPrice={mod.discountPrice} />
          </Fact>
          {mod.rating !== null && (
            <Fact name="Rating">
              <Rating rating={mod.rating} count={mod.ratingCount} />
            </Fact>
          )}
          <Fact name="Works with">{gameName}</Fact>
        </dl>
      }
    />
  )
}

const eyebrowOf = (mod: ModCard, asOf: number, gameName: string) => {
  const news = newsOf(mod, asOf)
  if (news === 'New') return 'New release'
  return news === 'Updated' && mod.version ? `Updated to ${mod.version}` : `Vehicle mods for ${gameName}`
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-small text-subtle">{name}</dt>
    <dd className="num mt-0.5 text-lg font-semibold">{children}</dd>
  </div>
)

const BrowseAll = ({ variant }: { variant: 'primary' | 'outline' }) => (
  <Button asChild variant={variant} size="lg">
    <Link to="/mods" prefetch="intent">
      Browse all mods
      {variant === 'primary' && <ArrowRight aria-hidden="true" />}
    </Link>
  </Button>
)

interface StoreHeroProps {
  title: string
  text: string
  gameName: string
  picture: { src: string; srcSet: string }
}

/** The hero of a store without a featured mod. */
export const StoreHero = ({ title, text, gameName, picture }: StoreHeroProps) => (
  <Hero
    picture={
      <img
        {...picture}
        sizes={PICTURE_SIZES}
        width={1600}
        height={1000}
        alt=""
        fetchPriority="high"
        className={PICTURE_STYLE}
      />
    }
    eyebrow={`Vehicle mods for ${gameName}`}
    title={title}
    text={text}
    actions={
      <>
        <BrowseAll variant="primary" />
        <Button asChild variant="outline" size="lg">
          <Link to="/about">Meet the team</Link>
        </Button>
      </>
    }
  />
)
