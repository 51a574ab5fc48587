import { CarFront, Sparkles } from 'lucide-react'
import type { ModCard } from '@slipstream/contract/mods'
import { cents, formatUsd } from '@slipstream/contract/money'
import { plural } from '#lib/counts.ts'
import { Link } from '#lib/link.ts'
import { PageSection } from '#ui/page-section.tsx'
import { Picture } from '#ui/picture.tsx'
import { usePremiumMods } from './premium-mods.queries.ts'

const PICTURE_SIZES = '(min-width: 1280px) 250px, (min-width: 768px) 31vw, 45vw'

interface PremiumGarageProps {
  /** Shown to a member in place of the prices. */
  note?: string
}

/** The mods that come with Premium, with their separate prices. */
export const PremiumGarage = ({ note }: PremiumGarageProps) => {
  const { data: garage } = usePremiumMods()
  if (!garage || garage.items.length === 0) return null
  return (
    <PageSection
      title="The garage today"
      text={<Worth mods={garage.items} total={garage.total.count} />}
      more={{ label: 'All Premium mods', to: '/mods?premium=true' }}
    >
      <ul className="mt-6 grid grid-cols-2 gap-3 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5">
        {garage.items.map((mod) => (
          <GarageMod key={mod.id} mod={mod} note={note} />
        ))}
        <li className="grid content-center rounded-2xl border border-dashed border-premium/50 p-4">
          <p className="flex items-center gap-2 text-ui font-medium text-premium">
            <Sparkles className="size-4" aria-hidden="true" />
            Room for more
          </p>
          <p className="mt-1.5 text-small text-muted">
            New Premium mods appear here and in your locker the day they come out.
          </p>
        </li>
      </ul>
    </PageSection>
  )
}

/** The sum is shown only if the list contains all Premium mods. */
const Worth = ({ mods, total }: { mods: readonly ModCard[]; total: number }) => {
  const sum = mods.reduce((amount, { price, discountPrice }) => amount + (discountPrice ?? price), 0)
  if (mods.length < total) return `${plural(total, 'mod')}, and every new one.`
  return (
    <>
      {mods.length === 1
        ? 'Bought on its own it costs '
        : `${plural(mods.length, 'mod')}. Bought one by one they cost `}
      <b className="num font-medium text-foreground">{formatUsd(cents(sum))}</b>.
    </>
  )
}

const GarageMod = ({ mod, note }: { mod: ModCard; note: string | undefined }) => (
  <li className="surface cover-card overflow-hidden rounded-2xl transition-colors hover:border-input">
    <div className="aspect-16/10 overflow-hidden bg-raised">
      {mod.picture ? (
        <Picture picture={mod.picture} sizes={PICTURE_SIZES} isDecoration className="size-full object-cover" />
      ) : (
        <div className="grid size-full place-items-center text-subtle">
          <CarFront className="size-8" aria-hidden="true" />
        </div>
      )}
    </div>
    <div className="px-3.5 pt-2.5 pb-3">
      <h3 className="text-ui leading-snug font-medium md:truncate">
        <Link to={`/mods/${mod.id}`} prefetch="intent" className="cover-link">
          {mod.title}
        </Link>
      </h3>
      <p className="mt-0.5 flex justify-between gap-2 text-small text-muted">
        <span className="truncate max-md:sr-only">{mod.categoryName}</span>
        <span className="num shrink-0">{note ?? formatUsd(mod.discountPrice ?? mod.price)}</span>
      </p>
    </div>
  </li>
)
