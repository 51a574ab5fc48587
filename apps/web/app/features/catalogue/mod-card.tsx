import { CarFront, Gem } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import type { ModCard as Mod } from '@slipstream/contract/mods'
import { useGameVersion } from '#lib/game-version.ts'
import { Link } from '#lib/link.ts'
import { Badge } from '#ui/badge.tsx'
import { Picture } from '#ui/picture.tsx'
import { Price } from '#ui/price.tsx'
import { Rating } from '#ui/rating.tsx'
import { badgeOf, powerText } from './catalogue-words.ts'
import { WorksMark } from './lazy-works-mark.tsx'

interface ModCardProps {
  mod: Mod
  /** The time of the response in milliseconds; decides what counts as new. */
  asOf: number
  /** Above the fold: its picture is fetched eagerly. */
  isFirst?: boolean
  /** The action beside the price. */
  action?: ReactNode
  /** Small controls on the picture, which place themselves. */
  corner?: ReactNode
}

const PICTURE_SIZES = '(min-width: 1280px) 325px, (min-width: 1024px) 31vw, (min-width: 640px) 47vw, 100vw'

export const ModCard = ({ mod, asOf, isFirst = false, action, corner }: ModCardProps) => {
  const badge = badgeOf(mod, asOf)
  return (
    <article className="surface cover-card group flex h-full flex-col overflow-hidden rounded-2xl transition-[translate,border-color] duration-200 hover:-translate-y-0.5 hover:border-input">
      <div className="relative aspect-16/10 shrink-0 overflow-hidden bg-raised">
        {mod.picture ? (
          <Picture
            picture={mod.picture}
            sizes={PICTURE_SIZES}
            isDecoration
            isFirst={isFirst}
            className="size-full object-cover transition-[scale] duration-500 group-hover:scale-[1.03]"
          />
        ) : (
          <NoPicture word={mod.categoryName} />
        )}
        {badge && (
          <Badge look={badge.isDiscount ? 'solid' : 'overlay'} className="absolute top-3 left-3">
            {badge.text}
          </Badge>
        )}
        <WorksOnCard id={mod.id} />
        {corner}
      </div>
      <div className="flex flex-1 flex-col p-4 pb-3.5">
        <div className="flex items-center justify-between gap-3 text-caption text-muted">
          <span className="flex min-w-0 items-center gap-2">
            <span className="truncate">{mod.categoryName}</span>
            {mod.includedWithPremium && <PremiumMark />}
          </span>
          <span className="shrink-0">
            <Rating rating={mod.rating} count={mod.ratingCount} />
          </span>
        </div>
        <h3 className="mt-1.5 line-clamp-2 text-[15.5px] leading-snug font-semibold tracking-[-0.01em]">
          <Link to={`/mods/${mod.id}`} prefetch="intent" className="cover-link">
            {mod.title}
          </Link>
        </h3>
        <SpecLine mod={mod} />
        <div className="mt-auto flex min-h-9 items-end justify-between gap-3 pt-3.5">
          <Price price={mod.price} discountPrice={mod.discountPrice} className="text-body" />
          {action && <div className="relative z-10">{action}</div>}
        </div>
      </div>
    </article>
  )
}

/** Engine · power · drivetrain. In narrow cards the engine is truncated, because people compare the other two. */
const SpecLine = ({ mod: { engine, powerKw, drivetrain } }: { mod: Mod }) => {
  const figures = [powerKw && powerText(powerKw), drivetrain].filter(Boolean).join(' · ')
  if (!engine && !figures) return null
  return (
    <p className="mt-1 flex text-small text-muted">
      {engine && <span className="truncate">{engine}</span>}
      {engine && figures && <span className="shrink-0 whitespace-pre"> · </span>}
      <span className="num shrink-0">{figures}</span>
    </p>
  )
}

/** On the picture, so that nothing moves when the visitor's version is known. */
const WorksOnCard = ({ id }: { id: number }) => {
  const gameVersion = useGameVersion()
  return (
    gameVersion !== '' && (
      <Suspense>
        <WorksMark gameVersion={gameVersion} id={id} />
      </Suspense>
    )
  )
}

const PremiumMark = () => (
  <span className="inline-flex shrink-0 items-center gap-1 font-medium text-premium">
    <Gem className="size-3.5" aria-hidden="true" />
    <span className="sr-only">Included with </span>Premium
  </span>
)

const NoPicture = ({ word }: { word: string }) => (
  <div className="flex size-full flex-col items-center justify-center gap-2 text-subtle">
    <CarFront className="size-10" aria-hidden="true" />
    <span className="text-small" aria-hidden="true">
      {word}
    </span>
  </div>
)
