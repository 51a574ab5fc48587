import { useSearchParams } from 'react-router'

export interface Filters<Name extends string> {
  /** The values in the URL; empty if unset. */
  values: Readonly<Record<Name, string>>
  /** An empty value removes the parameter. Typing replaces the history entry. */
  set: (changes: Partial<Record<Name, string>>, options?: { isTyping?: boolean }) => void
  /** Removes all these parameters from the URL. */
  reset: () => void
}

/** The filters and the order of a list, kept in the URL: they survive a reload and can be shared. */
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
