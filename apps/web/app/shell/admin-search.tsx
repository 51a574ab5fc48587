import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { Keys } from '#ui/keys.tsx'
import { Named, rowStyle } from './admin-menu-list.tsx'
import { loadPalette } from './admin-palette.tsx'

/** Leaves the page time to load before the palette is preloaded. */
const PRELOAD_AFTER_MS = 1_500

const isMac = () => /Mac|iPhone|iPad/.test(navigator.userAgent)

/** Ctrl-K, or ⌘K on a Mac, where Ctrl-K deletes the rest of a line. */
const isSearchKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) =>
  key.toLowerCase() === 'k' && (isMac() ? metaKey && !ctrlKey : ctrlKey && !metaKey) && !altKey && !shiftKey

/** Opens and closes the palette, also with the keyboard shortcut. */
export const useAdminSearch = () => {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PRELOAD_AFTER_MS)
    const press = (event: KeyboardEvent) => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      if (!event.repeat) setOpen((before) => !before)
    }
    window.addEventListener('keydown', press, { capture: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', press, { capture: true })
    }
  }, [])
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) }
}

const LABEL = 'Search or jump to'

const fieldStyle =
  'flex h-9 w-full items-center gap-2 rounded-lg border border-input/60 px-2.5 text-small text-muted transition-colors ' +
  'hover:border-input hover:text-foreground [&_svg]:size-4'

/** Looks like a field and opens the palette. */
export const SearchButton = ({ isCollapsed, onOpen }: { isCollapsed: boolean; onOpen: () => void }) => (
  <Named label={LABEL} isShown={isCollapsed}>
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onOpen}
      onPointerEnter={() => void loadPalette()}
      className={isCollapsed ? rowStyle : fieldStyle}
    >
      <Search aria-hidden="true" />
      <span className={isCollapsed ? 'sr-only' : 'flex-1 truncate text-start'}>{LABEL}</span>
      {!isCollapsed && (
        <span className="flex shrink-0 gap-1" aria-hidden="true">
          <Keys keys={isMac() ? '⌘ K' : 'Ctrl K'} />
        </span>
      )}
    </button>
  </Named>
)

/** The search button on a phone. */
export const SearchIconButton = ({ onOpen }: { onOpen: () => void }) => (
  <IconButton label={LABEL} aria-haspopup="dialog" className="ml-auto" onClick={onOpen}>
    <Search aria-hidden="true" />
  </IconButton>
)
