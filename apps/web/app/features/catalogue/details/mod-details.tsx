import { type ReactNode, Suspense } from 'react'
import type { ModDetails as Mod } from '@slipstream/contract/mods'
import { Link } from '#lib/link.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import type { CardSlots } from '../mod-grid.tsx'
import { BuyBar, BuyBox } from './buy-box.tsx'
import { DetailsSections, RelatedMods } from './lazy-details-parts.tsx'
import { ModGallery } from './mod-gallery.tsx'
import { type OtherSections, SectionTabs } from './section-tabs.tsx'

interface ModDetailsProps {
  mod: Mod
  gameName: string
  others: OtherSections
  /** The buy action; without it nothing is rendered in its place. */
  action?: ReactNode
  /** Beside the title: the wishlist heart. */
  corner?: ReactNode
  /** Below the action in the buy box. */
  buyNow?: ReactNode
  /** For a user who has the mod: what the buy box and the bar on phones show in place of price and action. */
  owned?: { box: ReactNode; bar: ReactNode } | undefined
  /** On the cards of related mods. */
  relatedSlots?: CardSlots
}

/** The mod page. On a wide window the buy box stays in view while the page scrolls. */
export const ModDetails = ({ mod, gameName, others, action, buyNow, corner, owned, relatedSlots }: ModDetailsProps) => (
  <>
    <Breadcrumb
      parents={[
        { key: 'mods', link: <Link to="/mods">Mods</Link> },
        { key: mod.category, link: <Link to={`/mods?category=${mod.category}`}>{mod.categoryName}</Link> },
      ]}
      current={mod.title}
    />
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-x-10">
      <ModGallery {...mod} />
      <div className="lg:sticky lg:top-[84px] lg:col-start-2 lg:row-span-2 lg:row-start-1 lg:self-start">
        <BuyBox mod={mod} action={action} buyNow={buyNow} corner={corner} owned={owned?.box} />
      </div>
      <div className="min-w-0 lg:col-start-1">
        <SectionTabs />
        <Suspense fallback={<Skeleton className="mt-8 h-[80dvh] rounded-2xl" />}>
          <DetailsSections mod={mod} gameName={gameName} others={others} />
        </Suspense>
      </div>
    </div>
    <Suspense fallback={null}>
      <RelatedMods id={mod.id} {...relatedSlots} />
    </Suspense>
    {action && <BuyBar mod={mod} action={action} owned={owned?.bar} />}
  </>
)
