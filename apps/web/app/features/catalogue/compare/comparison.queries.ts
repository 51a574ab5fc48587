import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

/** Sorted, so that the same mods in any order share one cached response. */
export const comparisonQuery = (ids: readonly number[]) => ({
  ids: ids.toSorted((one, other) => one - other).join(','),
})

/** The compared mods in the order in which they were chosen; hidden and unknown ones are left out. */
export const useComparison = (ids: readonly number[]) => {
  const { data, error, refetch } = useQuery({
    ...apiQuery(
      PATHS.comparison,
      async () => (await import('@slipstream/contract/mods-comparison')).comparisonApi.compare,
      { query: comparisonQuery(ids) },
    ),
    enabled: ids.length > 0,
    // Keeps the current mods on the screen while a changed choice loads.
    placeholderData: (previous) => previous,
  })
  const mods = ids.flatMap((id) => data?.mods.find((mod) => mod.id === id) ?? [])
  return { data: data && { ...data, mods }, error, refetch }
}
