import { useSearchParams } from 'react-router'

export interface Filters<Name extends string> {
  /** What the address says; an empty text where it says nothing. */
  values: Readonly<Record<Name, string>>
  /** An empty text takes a value out of the address. Typing replaces the address instead of adding to the way back. */
  set: (changes: Partial<Record<Name, string>>, options?: { isTyping?: boolean }) => void
  /** Takes all of these names out of the address. */
  reset: () => void
}

/** What narrows and orders a list, kept in the address: it survives a reload, and a link shows the same list. */
export const useFilters = <Name extends string>(names: readonly Name[]): Filters<Name> => {
  const [params, setParams] = useSearchParams()
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as Record<Name, string>

  const set: Filters<Name>['set'] = (changes, { isTyping = false } = {}) => {
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        for (const [name, value] of Object.entries<string | undefined>(changes)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: isTyping, preventScrollReset: true },
    )
  }
  const reset = () => set(Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>)
  return { values, set, reset }
}
