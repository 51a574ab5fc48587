import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { NativeSelect, type SelectOption } from '#ui/native-select.tsx'
import { SearchInput } from '#ui/search-input.tsx'
import type { Filters } from '#ui/use-filters.ts'
import { useTypedText } from '#ui/use-typed-text.ts'

interface FilterSelect<Name extends string> {
  name: Name
  /** "Status": labels the field and its chip. */
  label: string
  /** The option for no filter: "Any status". */
  any: string
  options: readonly SelectOption[]
}

interface FilterBarProps<Name extends string> {
  filters: Filters<Name>
  /** The search field. */
  search?: { name: Name; label: string; placeholder?: string; maxLength?: number }
  selects?: readonly FilterSelect<Name>[]
  /** The list for these values is loading. */
  isPending?: boolean
  /** The result count: "24 mods". Announced when it changes. */
  found?: ReactNode
  /** At the right end, for example an export. */
  children?: ReactNode
}

/** The filters of a list. Each active filter is also a chip that removes it. */
export const FilterBar = <Name extends string>(props: FilterBarProps<Name>) => {
  const { filters, search, selects = [], isPending = false, found, children } = props
  const chips = chipsOf(props)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        {search && <SearchField filters={filters} search={search} isPending={isPending} />}
        {selects.map(({ name, label, any, options }) => (
          <NativeSelect
            key={name}
            size="sm"
            aria-label={label}
            className="max-sm:flex-1 max-sm:basis-36"
            options={[{ value: '', label: any }, ...options]}
            value={filters.values[name]}
            onValueChange={(value) => filters.set({ [name]: value } as Partial<Record<Name, string>>)}
          />
        ))}
        {children && <div className="flex flex-wrap items-center gap-2 sm:ml-auto">{children}</div>}
      </div>
      {(found || chips.length > 0) && (
        <div className="flex min-h-8 flex-wrap items-center gap-x-4 gap-y-2">
          {found && (
            <p role="status" className="num text-small text-muted">
              {found}
            </p>
          )}
          {chips.length > 0 && (
            <ul className="flex flex-wrap items-center gap-2" aria-label="Active filters">
              {chips.map(({ name, text }) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-label={`Remove ${text}`}
                    onClick={() => filters.set({ [name]: '' } as Partial<Record<Name, string>>)}
                    className="inline-flex h-8 items-center gap-1.5 rounded-full bg-raised ps-3 pe-2.5 text-small transition-colors hover:bg-foreground/15"
                  >
                    {text}
                    <X className="size-3.5 text-muted" aria-hidden="true" />
                  </button>
                </li>
              ))}
              <li>
                <Button variant="ghost" size="sm" onClick={filters.reset}>
                  Reset
                </Button>
              </li>
            </ul>
          )}
        </div>
      )}
    </div>
  )
}

const chipsOf = <Name extends string>({ filters: { values }, search, selects = [] }: FilterBarProps<Name>) => [
  ...(search && values[search.name] ? [{ name: search.name, text: `“${values[search.name]}”` }] : []),
  ...selects.flatMap(({ name, label, options }) => {
    const chosen = options.find(({ value }) => value !== '' && value === values[name])
    return chosen ? [{ name, text: `${label}: ${chosen.label}` }] : []
  }),
]

type SearchFieldProps<Name extends string> = Required<Pick<FilterBarProps<Name>, 'filters' | 'search' | 'isPending'>>

const SearchField = <Name extends string>({ filters, search, isPending }: SearchFieldProps<Name>) => {
  const { name, label, placeholder = label, maxLength = 80 } = search
  const field = useRef<HTMLInputElement>(null)
  const typed = useTypedText(filters.values[name], (text) =>
    filters.set({ [name]: text } as Partial<Record<Name, string>>, { isTyping: true }),
  )
  return (
    <form
      role="search"
      className="w-full sm:w-72"
      onSubmit={(event) => {
        event.preventDefault()
        typed.finish()
      }}
    >
      <SearchInput
        ref={field}
        size="sm"
        label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        typed={typed}
        isPending={isPending}
      />
    </form>
  )
}
