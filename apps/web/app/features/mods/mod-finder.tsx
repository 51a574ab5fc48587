import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import type { AdminModRow } from '@slipstream/contract/mod-list-admin'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/field.tsx'
import { Input } from '#ui/input.tsx'
import { useTypedText } from '#ui/use-typed-text.ts'
import { useMatchingMods } from './mod-list.queries.ts'

interface ModFinderProps {
  /** Mods to leave out, such as those already selected. */
  without: readonly number[]
  onFound: (mod: AdminModRow) => void
  status?: AdminModRow['status']
}

/** Finds a mod by part of its title. */
export const ModFinder = ({ without, onFound, status }: ModFinderProps) => {
  const [q, setQ] = useState('')
  const typing = useTypedText(q, setQ)
  const { data, isError, isFetching } = useMatchingMods({ q, ...(status && { status }) })
  const found = data?.items.filter(({ id }) => !without.includes(id)) ?? []
  return (
    <div className="flex flex-col gap-2">
      <Field label="Find a mod" error={isError ? 'The mods could not be searched. Please try again.' : undefined}>
        <Input
          type="search"
          icon={<Search />}
          autoComplete="off"
          placeholder="Type part of its title"
          value={typing.text}
          onChange={(event) => typing.setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            // Enter must not submit a surrounding form.
            event.preventDefault()
            typing.finish()
          }}
        />
      </Field>
      <div aria-live="polite">
        {q !== '' && !isFetching && !isError && found.length === 0 && (
          <p className="text-small text-muted">No other mods match.</p>
        )}
      </div>
      {q !== '' && found.length > 0 && (
        <ul aria-label="Search results" className="flex flex-col gap-1">
          {found.map((mod) => (
            <li key={mod.id} className="flex min-h-11 items-center justify-between gap-3">
              <span className="min-w-0 truncate text-ui">
                {mod.title} <span className="text-muted">{mod.categoryName}</span>
              </span>
              <Button size="sm" variant="outline" aria-label={`Add ${mod.title}`} onClick={() => onFound(mod)}>
                <Plus aria-hidden="true" />
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
