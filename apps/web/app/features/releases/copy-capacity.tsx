import type { AdminRelease } from '@slipstream/contract/releases'
import { Badge } from '#ui/badge.tsx'
import { Status } from '#ui/status.tsx'

const TONES = { strong: 'success', weak: 'warning', none: 'neutral' } as const
const WORDS = { strong: 'Tracing: strong', weak: 'Tracing: weak', none: 'Tracing: none' } as const

/** How well the buyers' copies of a release can be traced, and how to improve that. */
export const CopyCapacity = ({ release: { status, copies } }: { release: AdminRelease }) => {
  const { capacity, failure } = copies
  if (failure !== null && capacity === null) {
    return (
      <p className="text-small">
        <Status tone="destructive">Buyers cannot download it</Status> {failure} Upload the archive again as a new
        version.
      </p>
    )
  }
  if (capacity === null) {
    if (status !== 'published') return null
    return (
      <p className="text-small">
        <Status tone="warning">Being prepared for buyers</Status>
      </p>
    )
  }
  return (
    <div className="text-small text-muted">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={TONES[capacity.level]}>{WORDS[capacity.level]}</Badge>
        {sentenceOf(capacity.sentence)}
      </p>
      {capacity.raises.length > 0 && (
        <details className="mt-1">
          <summary className="cursor-pointer">How to improve tracing</summary>
          <ul className="mt-1 list-disc ps-5">
            {capacity.raises.map(({ code, sentence }) => (
              <li key={code}>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

/** Drops the level, which the badge already shows. */
const sentenceOf = (sentence: string) => {
  const words = sentence.replace(/^\w+: /, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
