import { Search, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useTypedText } from '#ui/use-typed-text.ts'
import { HiddenFields } from './hidden-fields.tsx'
import { filtersOf, type ModSearch } from './mod-search.ts'

interface SearchFieldProps {
  search: ModSearch
  isPending: boolean
  onSearch: (q: string) => void
}

/** A form that also works before the scripts are there: it carries the other filters along. */
export const SearchField = ({ search, isPending, onSearch }: SearchFieldProps) => {
  const { text, setText, finish, clear } = useTypedText(search.q, onSearch)
  const { hash, key } = useLocation()
  const field = useRef<HTMLInputElement>(null)

  // The header's search leads here. After the page's own focus, which goes to the content of a new page.
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
        finish()
      }}
    >
      <HiddenFields values={{ ...filtersOf({ ...search, q: '' }), sort: search.sort }} />
      <Input
        ref={field}
        id="search"
        type="search"
        name="q"
        size="lg"
        autoComplete="off"
        maxLength={80}
        aria-label="Search mods"
        placeholder="Search by name, make or tag"
        icon={<Search />}
        className="[&_input::-webkit-search-cancel-button]:hidden"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        trailing={
          text !== '' &&
          (isPending ? (
            <Spinner className="mr-3 size-4" />
          ) : (
            <IconButton
              label="Clear search"
              onClick={() => {
                clear()
                field.current?.focus()
              }}
            >
              <X aria-hidden="true" />
            </IconButton>
          ))
        }
      />
    </form>
  )
}
