import { Search, X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import type { User } from '@slipstream/contract/users'
import { cx } from '#ui/cx.ts'
import { scrimStyle } from '#ui/dialog-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Keys } from '#ui/keys.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PaletteResultsHandle } from './admin-palette-results.tsx'

export const loadPalette = () => import('./admin-palette-results.tsx')
const PaletteResults = lazy(loadPalette)

/** The longest text that a list accepts. */
const LONGEST_TEXT = 255

interface AdminPaletteProps {
  user: User
  isOpen: boolean
  onClose: () => void
}

/**
 * Finds pages, actions and records. The search field is there at once, so that nothing typed is lost while the rest
 * loads.
 */
export const AdminPalette = ({ user, isOpen, onClose }: AdminPaletteProps) => {
  const opener = useRef<Element | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const hasLeft = useRef(false)

  const giveFocusBack = () => {
    const before = opener.current
    const target = !hasLeft.current && before?.isConnected ? before : document.getElementById('main')
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }

  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimStyle} />
        <RadixDialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            opener.current = document.activeElement
            hasLeft.current = false
            field.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            giveFocusBack()
          }}
          className={cx(
            'fixed left-1/2 z-50 flex w-[calc(100%-2rem)] -translate-x-1/2 flex-col rounded-2xl border bg-popover text-foreground',
            'shadow-float outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in md:max-w-xl',
          )}
          // Near the top on a phone, whose keyboard covers the lower half.
          style={{ top: 'max(1rem, min(12dvh, 100vw - 40rem))', maxHeight: 'min(36rem, 80dvh)' }}
        >
          <RadixDialog.Title className="sr-only">Search the admin area</RadixDialog.Title>
          <Panel
            user={user}
            field={field}
            onOpen={() => {
              hasLeft.current = true
              onClose()
            }}
          />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

interface PanelProps {
  user: User
  field: React.RefObject<HTMLInputElement | null>
  onOpen: () => void
}

const Panel = ({ user, field, onOpen }: PanelProps) => {
  const [text, setText] = useState('')
  const [highlighted, setHighlighted] = useState<string | null>(null)
  const results = useRef<PaletteResultsHandle>(null)
  const listId = useId()
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-3 border-b px-4">
        <Search className="size-[18px] text-muted" aria-hidden="true" />
        <input
          ref={field}
          role="combobox"
          aria-label="Search the admin area"
          aria-autocomplete="list"
          aria-expanded={highlighted !== null}
          aria-controls={listId}
          aria-activedescendant={highlighted ?? undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_TEXT}
          placeholder="Page, order, user, mod or ticket"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-subtle"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => results.current?.press(event)}
        />
        <RadixDialog.Close asChild>
          <IconButton label="Close search" className="md:hidden">
            <X aria-hidden="true" />
          </IconButton>
        </RadixDialog.Close>
      </div>
      <Suspense fallback={<Spinner label="Loading" className="my-10 self-center text-muted" />}>
        <PaletteResults
          ref={results}
          listId={listId}
          text={text}
          user={user}
          onHighlight={setHighlighted}
          onOpen={onOpen}
        />
      </Suspense>
      <KeyHints />
    </>
  )
}

const HINTS = [
  ['↑ ↓', 'move'],
  ['Enter', 'open'],
  ['Ctrl Enter', 'new tab'],
  ['Esc', 'close'],
] as const

const KeyHints = () => (
  <p className="flex h-10 shrink-0 items-center gap-4 border-t px-4 text-caption text-muted max-md:hidden">
    {HINTS.map(([keys, words]) => (
      <span key={keys} className="inline-flex items-center gap-1.5">
        <Keys keys={keys} />
        {words}
      </span>
    ))}
  </p>
)
