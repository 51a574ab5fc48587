import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { SearchInput } from '#ui/search-input.tsx'
import { useTypedText } from '#ui/use-typed-text.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { filtersOf, type ModSearch } from './mod-search.ts'

interface SearchFieldProps {
  search: ModSearch
  isPending: boolean
  onSearch: (q: string) => void
}

/** A form that works before hydration: hidden fields carry the other filters. */
export const SearchField = ({ search, isPending, onSearch }: SearchFieldProps) => {
  const typed = useTypedText(search.q, onSearch)
  const { hash, key } = useLocation()
  const field = useRef<HTMLInputElement>(null)

  // The header's search links here. Runs after the router has moved the focus to the new page.
  useEffect(() => {
    if (hash !== '#search') return
    const frame = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }))
    return () => cancelAnimationFrame(frame)
  }, [hash, key])

  return (
    <form
      role="search"
      action="/mods"
      onSubmit={(event) => {
        event.preventDefault()
        typed.finish()
      }}
    >
      <HiddenFields values={{ ...filtersOf({ ...search, q: '' }), sort: search.sort }} />
      <SearchInput
        ref={field}
        id="search"
        name="q"
        size="lg"
        maxLength={80}
        label="Search mods"
        placeholder="Search by name, make or tag"
        typed={typed}
        isPending={isPending}
      />
    </form>
  )
}
