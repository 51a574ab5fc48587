import { Search } from 'lucide-react'
import { type MouseEvent, useRef, useState } from 'react'
import type { SearchOverlay } from '#features/catalogue/search/search-overlay.tsx'
import { useNavigate } from '#lib/link.ts'
import { IconLink } from './icon-link.tsx'

const LIST = '/mods#search'

/** Opens the search. Without scripts, or if it cannot be loaded, a link to the list's own search field. */
export const SearchControl = () => {
  const opener = useRef<Element>(null)
  const [Overlay, setOverlay] = useState<typeof SearchOverlay>()
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()

  const open = async (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    // The `/` shortcut clicks this link without moving the focus.
    const focused = document.activeElement
    opener.current = focused === document.body ? event.currentTarget : focused
    window.typedSearch ??= ''
    try {
      const loaded = await import('#features/catalogue/search/search-overlay.tsx')
      setOverlay(() => loaded.SearchOverlay)
      setOpen(true)
    } catch {
      delete window.typedSearch
      void navigate(LIST)
    }
  }

  return (
    <>
      <IconLink to={LIST} label="Search" aria-haspopup="dialog" data-search="" onClick={(event) => void open(event)}>
        <Search className="size-[18px]" aria-hidden="true" />
      </IconLink>
      {Overlay && <Overlay isOpen={isOpen} onClose={() => setOpen(false)} opener={opener} />}
    </>
  )
}
