import { Check, Scale, X } from 'lucide-react'
import { MOST_COMPARED } from '@slipstream/contract/catalogue'
import type { ModCard } from '@slipstream/contract/mods'
import { chooseCompared, comparisonAddress, readCompared, useComparedIds } from '#lib/compared-mods.ts'
import { Link } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { chipStyle } from '#ui/chip-style.ts'
import { cx } from '#ui/cx.ts'
import { toast } from '#ui/toast-store.ts'
import { useComparison } from './comparison.queries.ts'

type Compared = Pick<ModCard, 'id' | 'title'>

interface CompareProps {
  /** The mod to choose; without it, shows the tray of chosen mods. */
  mod?: Compared
  isOnPicture?: boolean
}

/** One component for all three uses, because each lazy component costs every page some bytes. */
export const Compare = ({ mod, isOnPicture }: CompareProps) => {
  if (!mod) return <CompareTray />
  return isOnPicture ? <CompareToggle mod={mod} /> : <CompareButton mod={mod} />
}

const useChosen = (id: number) => {
  const ids = useComparedIds()
  const isChosen = ids.includes(id)
  const toggle = () => {
    const now = readCompared()
    if (now.includes(id)) chooseCompared(now.filter((other) => other !== id))
    else if (now.length < MOST_COMPARED) chooseCompared([...now, id])
    else toast({ title: `You can compare up to ${MOST_COMPARED} mods`, description: 'Remove one of them first.' })
  }
  return { ids, isChosen, toggle }
}

/** Lies on a card's picture, so it looks dark in both themes. */
const CompareToggle = ({ mod }: { mod: Compared }) => {
  const { isChosen, toggle } = useChosen(mod.id)
  const Icon = isChosen ? Check : Scale
  return (
    <button
      type="button"
      aria-label={`Compare ${mod.title}`}
      aria-pressed={isChosen}
      onClick={toggle}
      className={cx(
        'dark absolute right-2 bottom-2 z-10 inline-flex h-8 max-md:h-11 items-center gap-1.5 rounded-full px-3 text-small font-medium transition-colors',
        isChosen
          ? 'bg-foreground text-background'
          : 'bg-background/70 text-foreground backdrop-blur-sm hover:bg-background',
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
      Compare
    </button>
  )
}

/** On the page of a mod. */
const CompareButton = ({ mod }: { mod: Compared }) => {
  const { ids, isChosen, toggle } = useChosen(mod.id)
  const Icon = isChosen ? Check : Scale
  return (
    <>
      {isChosen && (
        <Button asChild variant="ghost" size="sm">
          <Link to={comparisonAddress(ids)}>
            View <span className="max-sm:sr-only">comparison</span> ({ids.length})
          </Link>
        </Button>
      )}
      <Button variant={isChosen ? 'secondary' : 'outline'} size="sm" aria-pressed={isChosen} onClick={toggle}>
        <Icon aria-hidden="true" />
        Compare
      </Button>
    </>
  )
}

/** The chosen mods, stuck to the bottom of the window until the list ends. */
const CompareTray = () => {
  const ids = useComparedIds()
  const { data } = useComparison(ids)
  if (ids.length === 0) return null
  // A mod may have been taken off sale since it was chosen.
  const chosen = data?.mods ?? []
  const count = data ? chosen.length : ids.length
  const without = (id: number) => chosen.map((mod) => mod.id).filter((other) => other !== id)
  return (
    <section
      aria-label="Chosen to compare"
      className="sticky bottom-0 z-30 -mx-5 mt-10 flex items-center justify-between gap-4 border-t bg-popover px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-8 md:px-8"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        <p role="status" className="num text-small text-muted">
          {count === 1 ? 'Choose one more mod to compare' : `${count} of ${MOST_COMPARED} mods chosen`}
        </p>
        <ul className="flex flex-wrap gap-2 max-lg:hidden">
          {chosen.map(({ id, title }) => (
            <li key={id}>
              <button
                type="button"
                aria-label={`Remove ${title} from the comparison`}
                onClick={() => chooseCompared(without(id))}
                className={chipStyle}
              >
                {title}
                <X className="size-3.5 text-muted" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div className="flex shrink-0 items-center gap-2">
        <Button variant="ghost" size="sm" onClick={() => chooseCompared([])}>
          Clear
        </Button>
        {count > 1 && (
          <Button asChild variant="primary">
            <Link to={comparisonAddress(data ? chosen.map(({ id }) => id) : ids)}>Compare {count} mods</Link>
          </Button>
        )}
      </div>
    </section>
  )
}
