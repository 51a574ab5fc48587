import { type KeyboardEvent, useId, useState } from 'react'
import type { CannedReply } from '@slipstream/contract/tickets-replies'
import { countText } from '#lib/counts.ts'
import { cx } from '#ui/cx.ts'
import { matching, useCannedReplies } from './canned-replies.queries.ts'

/** The slash and the word after it at the end of the text; empty if there is none. */
export const slashBefore = (text: string) => /(?:^|\s)(\/[\w-]*)$/.exec(text)?.[1] ?? ''

/** Canned replies offered after a slash, chosen with arrows and Enter. */
export const useCannedPicker = (text: string, onPick: (body: string) => void) => {
  const { data: replies = [] } = useCannedReplies()
  const [isShown, setShown] = useState(false)
  const [dismissed, setDismissed] = useState('')
  const [place, setPlace] = useState(0)
  const listId = useId()
  const slash = slashBefore(text)
  const found = matching(replies, slash.slice(1))
  const isOpen = isShown || (slash !== '' && slash !== dismissed && found.length > 0)
  const active = Math.min(place, found.length - 1)

  const close = () => {
    setShown(false)
    setDismissed(slash)
    setPlace(0)
  }
  const pick = (reply: CannedReply | undefined) => {
    if (reply) onPick(reply.body)
    close()
  }
  /** Returns whether the key was for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.ctrlKey || event.metaKey) return false
    if (event.key === 'ArrowDown') setPlace((active + 1) % Math.max(1, found.length))
    else if (event.key === 'ArrowUp') setPlace((active + found.length - 1) % Math.max(1, found.length))
    else if (event.key === 'Enter' || event.key === 'Tab') pick(found[active])
    else if (event.key === 'Escape') close()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  const optionId = (reply: CannedReply) => `${listId}-${reply.id}`
  const chosen = found[active]
  return {
    isOpen,
    listId,
    found,
    total: replies.length,
    word: slash.slice(1),
    active,
    activeId: isOpen && chosen ? optionId(chosen) : undefined,
    optionId,
    pick,
    onKeyDown,
    toggle: () => {
      setDismissed('')
      setShown(!isOpen)
    },
  }
}

export const CannedPicker = ({ picker }: { picker: ReturnType<typeof useCannedPicker> }) => {
  const { isOpen, listId, found, total, word, active } = picker
  if (!isOpen) return null
  return (
    <div className="absolute right-4 bottom-full z-20 -mb-8 max-h-80 w-[min(390px,calc(100%-2rem))] overflow-y-auto rounded-xl border bg-popover p-1.5 shadow-float">
      <p role="status" className="px-2.5 py-1.5 text-caption text-muted">
        {word ? `Canned replies for “${word}”, ` : 'Canned replies, '}
        {countText(found.length)} of {countText(total)}
      </p>
      <ul id={listId} role="listbox" aria-label="Canned replies">
        {found.map((reply, place) => (
          <li
            key={reply.id}
            id={picker.optionId(reply)}
            role="option"
            aria-selected={place === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => picker.pick(reply)}
            onKeyDown={(event) => event.key === 'Enter' && picker.pick(reply)}
            className={cx('cursor-pointer rounded-sm px-2.5 py-1.5', place === active && 'bg-raised')}
          >
            <span className="block text-small font-medium">{reply.title}</span>
            <span className="block truncate text-caption text-muted">{reply.body}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
