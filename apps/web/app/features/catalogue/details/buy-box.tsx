import { Check, Lock, RefreshCw, RotateCcw, Zap } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { REFUND_REQUEST_DAYS } from '@slipstream/contract/legal'
import type { ModDetails } from '@slipstream/contract/mods'
import { cents, formatUsd } from '@slipstream/contract/money'
import { plural } from '#lib/counts.ts'
import { Badge } from '#ui/badge.tsx'
import { CalendarDay } from '#ui/calendar-day.tsx'
import { Price } from '#ui/price.tsx'
import { Stars } from '#ui/stars.tsx'
import { sizeText } from '#ui/size-text.ts'
import { YourGame } from './lazy-details-parts.tsx'

interface BuyBoxProps {
  mod: ModDetails
  /** The buy action; without it nothing is rendered in its place. */
  action?: ReactNode
  /** Below the action. */
  buyNow?: ReactNode
  /** Beside the title: the wishlist heart. */
  corner?: ReactNode
  /** For a user who has the mod, in place of price and action. */
  owned?: ReactNode
}

const average = new Intl.NumberFormat('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

const PROMISES = [
  { Icon: Zap, text: 'Instant access in your locker' },
  { Icon: RefreshCw, text: 'All future updates included' },
  { Icon: RotateCcw, text: `${REFUND_REQUEST_DAYS}-day refund window` },
]

export const BuyBox = ({ mod, action, buyNow, corner, owned }: BuyBoxProps) => (
  <div>
    <div className="flex min-h-10 items-center justify-between gap-4">
      <p className="text-ui text-muted">{mod.categoryName}</p>
      {corner}
    </div>
    <h1 className="display mt-1 text-display-l">{mod.title}</h1>
    <RatingLine rating={mod.rating} count={mod.ratingCount} />
    <p className="mt-4 text-body leading-relaxed text-pretty text-muted">{mod.description}</p>
    <div className="surface mt-6 rounded-2xl p-5">
      {owned || <PriceRow mod={mod} />}
      {action && !owned && (
        <>
          <div className="mt-4 max-lg:hidden">{action}</div>
          {buyNow}
          <p className="mt-3 flex items-center justify-center gap-1.5 text-small text-muted">
            <Lock className="size-3.5" aria-hidden="true" />
            You pay on Stripe’s secure page
          </p>
        </>
      )}
      <Facts mod={mod} />
      <ul className="space-y-2.5 border-t pt-4 text-small text-muted">
        {PROMISES.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-2.5">
            <Icon className="size-4 text-success" aria-hidden="true" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  </div>
)

const RatingLine = ({ rating, count }: { rating: number | null; count: number }) => (
  <p className="mt-3 flex items-center gap-2 text-ui text-muted">
    {rating === null ? (
      'No ratings yet'
    ) : (
      <>
        <Stars rating={rating} />
        <span className="num font-medium text-foreground">
          <span className="sr-only">Rated </span>
          {average.format(rating)}
          <span className="sr-only"> of 5</span>
        </span>
        <a
          href="#reviews"
          className="num rounded-sm underline decoration-input underline-offset-4 hover:text-foreground"
        >
          {plural(count, 'review')}
        </a>
      </>
    )}
  </p>
)

const PriceRow = ({ mod: { price, discountPrice, saleEndsAt } }: { mod: ModDetails }) => (
  <>
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
      {/* The old price is in smaller type than the current price. */}
      <Price
        price={price}
        discountPrice={discountPrice}
        className="text-[34px] leading-none [&_s]:text-[17px] [&>.font-semibold]:font-display [&>.font-semibold]:font-[720] [&>.font-semibold]:tracking-[-0.022em]"
      />
      {discountPrice !== null && <Badge tone="primary">Save {formatUsd(cents(price - discountPrice))}</Badge>}
    </div>
    {discountPrice !== null && saleEndsAt && (
      <p className="mt-2 text-small text-muted">
        Sale ends <CalendarDay at={saleEndsAt} isShort />
      </p>
    )}
  </>
)

const Facts = ({ mod }: { mod: ModDetails }) => {
  const { releases, includedWithPremium } = mod
  const [newest] = releases
  return (
    <dl className="mt-4 divide-y border-t text-ui">
      <Fact name="Version">
        {newest ? (
          <>
            {newest.version}, <CalendarDay at={newest.publishedAt} />
          </>
        ) : (
          'Not released yet'
        )}
      </Fact>
      {newest && newest.gameVersions.length > 0 && (
        <Fact name="Works with">Game {newest.gameVersions.toSorted(byVersion).join(', ')}</Fact>
      )}
      {newest && mod.gameVersions.length > 0 && (
        <Suspense fallback={<div className="h-14" />}>
          <YourGame mod={mod} />
        </Suspense>
      )}
      {newest && <Fact name="Download size">{sizeText(newest.sizeBytes)}</Fact>}
      <Fact name="Included with Premium">
        {includedWithPremium ? (
          <span className="inline-flex items-center gap-1.5 text-premium">
            <Check className="size-4" aria-hidden="true" />
            Yes
          </span>
        ) : (
          'No'
        )}
      </Fact>
    </dl>
  )
}

const byVersion = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true })

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-6 py-2.5">
    <dt className="shrink-0 text-muted">{name}</dt>
    <dd className="num text-right">{children}</dd>
  </div>
)

/** On phones the price and the action stick to the bottom of the window until the footer. */
export const BuyBar = ({ mod, action, owned }: Omit<BuyBoxProps, 'corner'>) => (
  <div className="sticky bottom-0 z-30 -mx-5 mt-10 flex items-center justify-between gap-4 border-t bg-popover px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8 lg:hidden">
    {owned || (
      <>
        {/* Hidden once the mod is in the cart: the button then shows the total. */}
        <div className="min-w-0 has-[+[data-in-cart]]:hidden">
          <Price price={mod.price} discountPrice={mod.discountPrice} className="text-body-l" />
          <p className="text-caption text-muted">Instant download</p>
        </div>
        {action}
      </>
    )}
  </div>
)
