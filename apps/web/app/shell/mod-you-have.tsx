import { Suspense } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import { LazyKeepButton } from '#features/cart/lazy-keep-button.tsx'
import { OwnMod, OwnModBar } from '#features/locker/own-mod.tsx'

interface ModYouHaveProps {
  mod: ModDetails
  isIncluded: boolean
  /** Rendered as the bar at the bottom of a phone's screen. */
  isBar?: boolean
}

/** A mod that the signed-in user owns, or that their Premium includes and that they can buy to keep. */
const ModYouHave = ({ mod: { id, title, price, discountPrice }, isIncluded, isBar = false }: ModYouHaveProps) => {
  if (isBar) return <OwnModBar modId={id} isIncluded={isIncluded} />
  const keep = isIncluded && (
    <Suspense>
      <LazyKeepButton modId={id} title={title} price={discountPrice ?? price} />
    </Suspense>
  )
  return <OwnMod modId={id} isIncluded={isIncluded} keep={keep} />
}

export default ModYouHave
