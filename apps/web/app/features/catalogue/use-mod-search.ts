import { useEffect, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { useNavigate } from '#lib/link.ts'
import { listAddress, type ModSearch, readPlace, readSearch } from './mod-search.ts'

/** The search in the address, and the one that is being fetched, which the controls show at once. */
export const useModSearch = () => {
  const { search: address, pathname, key } = useLocation()
  const { location: coming } = useNavigation()
  const navigate = useNavigate()
  // The router tells of what is coming a moment later, and a checkbox would flicker until then.
  const [wanted, setWanted] = useState<string | null>(null)
  useEffect(() => setWanted(null), [key])

  const isPending = coming?.pathname === pathname
  const inAddress = new URLSearchParams(address)
  const asked = isPending ? coming.search : (wanted ?? address)
  return {
    search: readSearch(inAddress),
    after: readPlace(inAddress),
    asked: readSearch(new URLSearchParams(asked)),
    isPending,
    /** Typing replaces the address, so that back leads to the list before it and not to every letter. */
    change: (next: ModSearch, { isTyping = false } = {}) => {
      const to = listAddress(next)
      setWanted(to.slice('/mods'.length))
      void navigate(to, { replace: isTyping, preventScrollReset: true })
    },
  }
}
