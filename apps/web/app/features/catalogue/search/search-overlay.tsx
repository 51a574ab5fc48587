import { Search, X } from 'lucide-react'
import { Dialog as RadixDialog } from 'radix-ui'
import { type RefObject, useCallback, useId, useRef, useState } from 'react'
import { LONGEST_SEARCH } from '@slipstream/contract/catalogue'
import { useNavigate } from '#lib/link.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { scrimStyle } from '#ui/dialog-style.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { Keys } from '#ui/keys.tsx'
import { useLetterKeys } from '#ui/use-letter-keys.ts'
import { forgetSearches, recentSearches, rememberSearch } from './recent-searches.ts'
import { resultsAddress } from './search-sections.tsx'
import { Suggestions, type SuggestionsHandle } from './suggestions.tsx'

interface SearchOverlayProps {
  isOpen: boolean
  onClose: () => void
  /** The element that gets the focus back on close. */
  opener: RefObject<Element | null>
}

/** Searches the catalogue while typing, on every public page. */
export const SearchOverlay = ({ isOpen, onClose, opener }: SearchOverlayProps) => {
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
            hasLeft.current = false
            field.current?.focus()
            // Keystrokes reach the field from now on.
            delete window.typedSearch
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
          style={{ top: 'max(1rem, min(12dvh, 100vw - 40rem))', maxHeight: 'min(40rem, 80dvh)' }}
        >
          <RadixDialog.Title className="sr-only">Search mods</RadixDialog.Title>
          <Panel
            field={field}
            onLeave={() => {
              hasLeft.current = true
              onClose()
            }}
          />
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  )
}

const Panel = ({ field, onLeave }: { field: RefObject<HTMLInputElement | null>; onLeave: () => void }) => {
  const [text, setText] = useState(() => (window.typedSearch ?? '').slice(0, LONGEST_SEARCH))
  const [recent, setRecent] = useState(recentSearches)
  const [{ highlighted, hasOptions }, setHighlight] = useState({
    highlighted: null as string | null,
    hasOptions: false,
  })
  const onHighlight = useCallback(
    (id: string | null, has: boolean) => setHighlight({ highlighted: id, hasOptions: has }),
    [],
  )
  const suggestions = useRef<SuggestionsHandle>(null)
  const navigate = useNavigate()
  const listId = useId()

  const leave = () => {
    rememberSearch(text)
    onLeave()
  }
  const search = (next: string) => {
    setText(next)
    field.current?.focus()
  }

  return (
    <>
      <form
        role="search"
        action="/mods"
        className="flex h-14 shrink-0 items-center gap-3 border-b px-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (text.trim() === '') return
          leave()
          void navigate(resultsAddress(text.trim()))
        }}
      >
        <Search className="size-[18px] text-muted" aria-hidden="true" />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          name="q"
          role="combobox"
          aria-label="Search mods"
          aria-autocomplete="list"
          aria-expanded={hasOptions}
          aria-controls={hasOptions ? listId : undefined}
          aria-activedescendant={highlighted ?? undefined}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={LONGEST_SEARCH}
          placeholder="Search by name, make or tag"
          className="h-12 min-w-0 flex-1 bg-transparent text-base outline-none placeholder:text-subtle"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => suggestions.current?.press(event)}
        />
        {text !== '' && (
          <Button variant="ghost" size="sm" onClick={() => search('')}>
            Clear
          </Button>
        )}
        <RadixDialog.Close asChild>
          <IconButton label="Close search" className="-mr-2">
            <X aria-hidden="true" />
          </IconButton>
        </RadixDialog.Close>
      </form>
      <Suggestions
        ref={suggestions}
        listId={listId}
        text={text}
        recent={recent}
        onText={search}
        onHighlight={onHighlight}
        onOpen={leave}
      />
      <Foot
        onForget={
          recent.length > 0 && text === ''
            ? () => {
                forgetSearches()
                setRecent([])
                field.current?.focus()
              }
            : undefined
        }
      />
    </>
  )
}

const Foot = ({ onForget }: { onForget: (() => void) | undefined }) => {
  const [isSlashOn, setSlashOn] = useLetterKeys()
  return (
    <div
      className={cx(
        'flex h-12 shrink-0 items-center gap-4 border-t px-4 text-caption text-muted',
        !onForget && 'max-md:hidden',
      )}
    >
      <span className="inline-flex items-center gap-1.5 max-md:hidden">
        <Keys keys="↑ ↓" />
        move
      </span>
      <span className="inline-flex items-center gap-1.5 max-md:hidden">
        <Keys keys="Enter" />
        open
      </span>
      {/* WCAG: single-character shortcuts must be possible to turn off, for people who use speech input. */}
      <button
        type="button"
        aria-pressed={isSlashOn}
        className="inline-flex h-9 items-center gap-1.5 rounded-md hover:text-foreground max-md:hidden"
        onClick={() => setSlashOn(!isSlashOn)}
      >
        <Keys keys="/" />
        {isSlashOn ? 'opens search' : 'is switched off'}
      </button>
      {onForget && (
        <button type="button" className="ml-auto h-9 rounded-md hover:text-foreground" onClick={onForget}>
          Forget recent searches
        </button>
      )}
    </div>
  )
}
