import { useEffect, useRef } from 'react'
import { cx } from '#ui/cx.ts'
import { Switch } from '#ui/switch.tsx'

export interface ReviewKeys {
  next: () => void
  previous: () => void
  select: () => void
  approve: () => void
  reject: () => void
  feature: () => void
  reply: () => void
}

const KEYS: readonly { key: string; act: keyof ReviewKeys; words: string }[] = [
  { key: 'J', act: 'next', words: 'next' },
  { key: 'K', act: 'previous', words: 'previous' },
  { key: 'X', act: 'select', words: 'select' },
  { key: 'A', act: 'approve', words: 'approve' },
  { key: 'R', act: 'reject', words: 'reject' },
  { key: 'F', act: 'feature', words: 'feature' },
  { key: 'E', act: 'reply', words: 'reply' },
]

/** Keys pressed in a field, dialog or menu are not shortcuts. */
const isTyping = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=alertdialog]') !==
    null

/** Single-letter shortcuts for moderating reviews. They can be switched off. */
export const useReviewKeys = (acts: ReviewKeys, isOn: boolean) => {
  const latest = useRef(acts)
  useEffect(() => {
    latest.current = acts
  })
  useEffect(() => {
    if (!isOn) return undefined
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event)) return
      const found = KEYS.find(({ key }) => key === event.key.toUpperCase())
      if (!found) return
      event.preventDefault()
      latest.current[found.act]()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [isOn])
}

interface ReviewKeysBarProps {
  isOn: boolean
  onSwitch: (isOn: boolean) => void
}

export const ReviewKeysBar = ({ isOn, onSwitch }: ReviewKeysBarProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
    <p className={cx('flex flex-wrap gap-x-4 gap-y-1 text-caption text-muted max-md:hidden', !isOn && 'invisible')}>
      {KEYS.map(({ key, words }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <kbd className="inline-grid h-5 min-w-5 place-items-center rounded-sm border bg-raised px-1 font-mono text-[11px] text-muted">
            {key}
          </kbd>
          {words}
        </span>
      ))}
    </p>
    <Switch label="Single-letter keys" checked={isOn} onCheckedChange={onSwitch} />
  </div>
)
