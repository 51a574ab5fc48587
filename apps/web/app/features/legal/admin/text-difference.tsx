import { diffLines } from 'diff'
import { plural } from '#lib/counts.ts'
import { cx } from '#ui/cx.ts'

/** Unchanged lines around a change. */
const CONTEXT = 2

interface Line {
  kind: 'same' | 'added' | 'removed' | 'gap'
  text: string
}

const linesOf = (before: string, after: string): Line[] =>
  diffLines(`${before.trim()}\n`, `${after.trim()}\n`, { timeout: 500 })?.flatMap(({ value, added, removed }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    return value
      .replace(/\n$/, '')
      .split('\n')
      .map((text): Line => ({ kind, text }))
  }) ?? []

/** Long unchanged parts become one line with their length. */
const folded = (lines: readonly Line[]): Line[] => {
  const isNear = (at: number) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ kind }) => kind !== 'same')
  const result: Line[] = []
  let hidden = 0
  const close = () => {
    if (hidden > 0) result.push({ kind: 'gap', text: plural(hidden, 'unchanged line') })
    hidden = 0
  }
  for (const [at, line] of lines.entries()) {
    if (isNear(at)) {
      close()
      result.push(line)
    } else hidden++
  }
  close()
  return result
}

export const countChanges = (before: string, after: string) => {
  const lines = linesOf(before, after)
  const count = (kind: Line['kind']) => lines.filter((line) => line.kind === kind).length
  return { added: count('added'), removed: count('removed') }
}

const LOOKS: Record<Line['kind'], string> = {
  same: 'text-muted',
  added: 'tinted [--tone:var(--success)]',
  removed: 'tinted [--tone:var(--destructive)]',
  gap: 'py-2 text-subtle',
}
const SIGNS: Record<Line['kind'], string> = { same: ' ', added: '+', removed: '−', gap: '' }
const SPOKEN: Partial<Record<Line['kind'], string>> = { added: 'Added: ', removed: 'Removed: ' }

/** A line-by-line diff. */
export const TextDifference = ({ before, after }: { before: string; after: string }) => {
  if (before.trim() === after.trim()) return <p className="text-ui text-muted">Nothing has changed.</p>
  return (
    <ol aria-label="Changed lines" className="overflow-hidden rounded-lg border font-mono text-small leading-relaxed">
      {folded(linesOf(before, after)).map(({ kind, text }, place) => (
        <li key={place} className={cx('flex gap-2 px-3', LOOKS[kind])}>
          <span aria-hidden className="shrink-0">
            {SIGNS[kind]}
          </span>
          <span className="min-w-0 wrap-anywhere whitespace-pre-wrap">
            {SPOKEN[kind] && <span className="sr-only">{SPOKEN[kind]}</span>}
            {text}
          </span>
        </li>
      ))}
    </ol>
  )
}
