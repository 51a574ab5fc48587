import { TriangleAlert } from 'lucide-react'
import type { ModDetails } from '@slipstream/contract/mods'

interface GameWarningProps {
  mod: Pick<ModDetails, 'compatibility'>
  gameName: string
}

/** Warns before the purchase that the mod may not work with the current game version. */
export const GameWarning = ({ mod: { compatibility }, gameName }: GameWarningProps) => {
  const [now] = compatibility
  if (now?.state !== 'unconfirmed' && now?.state !== 'broken') return null
  const isBroken = now.state === 'broken'
  return (
    <p
      role="note"
      className={`tinted mt-4 flex gap-2.5 rounded-xl px-4 py-3 text-ui ${isBroken ? '[--tone:var(--destructive)]' : '[--tone:var(--warning)]'}`}
    >
      <TriangleAlert className="mt-0.5 size-4" aria-hidden="true" />
      <span>
        {isBroken ? 'This mod does not work with' : 'Not yet confirmed to work with'} {gameName} {now.gameVersion}.{' '}
        <a href="#compatibility" className="underline underline-offset-4">
          See what was tested
        </a>
      </span>
    </p>
  )
}
