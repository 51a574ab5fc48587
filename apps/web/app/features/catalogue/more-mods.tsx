import { CARDS_PER_PAGE } from '@slipstream/contract/catalogue'
import type { Count } from '@slipstream/contract/mods'
import { countText, plural } from '#lib/counts.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'

interface MoreModsProps {
  shown: number
  total: Count
  /** The URL of the next page; null at the end. */
  nextPage: string | null
  /** The list does not start with the first mod, so the number left is unknown. */
  isMidway: boolean
  isLoading: boolean
  error: Error | null
  onLoad: () => void
}

/** A link to the next page for crawlers and before hydration; with scripts the list grows in place. */
export const MoreMods = ({ shown, total, nextPage, isMidway, isLoading, error, onLoad }: MoreModsProps) => {
  const isCounted = !isMidway && !total.orMore
  const step = isCounted ? Math.min(CARDS_PER_PAGE, total.count - shown) : CARDS_PER_PAGE
  if (error) return <ErrorState title="More mods could not be loaded." error={error} onRetry={onLoad} />
  return (
    <div className="mt-10 flex flex-col items-center gap-3">
      {nextPage && (
        <Button asChild variant="outline" size="lg" aria-busy={isLoading || undefined}>
          <a
            href={nextPage}
            rel="next"
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return
              event.preventDefault()
              if (!isLoading) onLoad()
            }}
          >
            {isLoading ? 'Loading…' : `Load ${step} more`}
          </a>
        </Button>
      )}
      {!isMidway && (
        <p role="status" className="num text-small text-muted">
          {countText(shown)} of {plural(total, 'mod')}
        </p>
      )}
    </div>
  )
}
