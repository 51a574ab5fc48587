import type { ReactNode } from 'react'
import { cx } from '#ui/cx.ts'
import { type Tone, toneStyles } from '#ui/tone-style.ts'

/** A dot and a word: the word carries the meaning, the dot catches the eye. */
export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={cx('inline-flex items-center gap-2 align-top whitespace-nowrap', toneStyles[tone])}>
    <span className="size-2 shrink-0 rounded-full bg-(--tone)" aria-hidden="true" />
    {children}
  </span>
)
