import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useNavigate } from '#lib/link.ts'
import { listAddress, type ModSearch, readCursor, readSearch } from './mod-search.ts'

/** The search in the URL, or the pending one, which the controls show immediately. */
export const useModSearch = () => {
  const { search: address, pathname, key } = useLocation()
  const { location: coming } = useNavigation()
  const navigate = useNavigate()
  // The router reports the navigation a moment later, and a checkbox would flicker until then.
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => setWanted(null), [key])

  const isPending = coming?.pathname === pathname
  const inAddress = new URLSearchParams(address)
  const asked = isPending ? coming.search : (wanted ?? address)
  return {
    search: readSearch(inAddress),
    after: readCursor(inAddress),
    asked: readSearch(new URLSearchParams(asked)),
    isPending,
    /** Typing replaces the history entry, so that Back leaves the search instead of undoing each letter. */
    change: (next: ModSearch, { isTyping = false } = {}) => {
      const to = listAddress(next)
      setWanted(to.slice('/mods'.length))
      void navigate(to, { replace: isTyping, preventScrollReset: true })
    },
  }
}
