import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS, SHOWING_MODS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/categories')).categoriesApi
type CategoriesApi = Awaited<ReturnType<typeof contract>>

const LIST = PATHS.adminCategories
const ORDERING = ['order of categories']

/** Asked on every visit: how many mods are in each changes elsewhere. */
export const useCategories = () => useQuery({ ...apiQuery(LIST, async () => (await contract()).list), staleTime: 0 })

/** Everything that shows categories is asked again, the store's own pages too. */
const useCategoryAct = <Told = void>(act: (api: CategoriesApi, told: Told) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation<unknown, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: () => invalidate(queries, ...SHOWING_MODS),
    networkMode: 'always',
  })
}

/** A new one where there is no number yet. */
export const useSaveCategory = (id?: number) =>
  useCategoryAct((api, body: CategoryForm) =>
    id === undefined ? callApi(api.create, { body }) : callApi(api.edit, { params: { id }, body }),
  )

export const useRemoveCategory = (id: number) => useCategoryAct((api) => callApi(api.remove, { params: { id } }))

/** Shown in the new order at once, and as the store has it if it did not take it. */
export const useOrderCategories = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (categories: readonly AdminCategory[]) =>
      callApi((await contract()).order, { body: { ids: categories.map(({ id }) => id) } }),
    onMutate: async (categories) => {
      await queries.cancelQueries({ queryKey: [LIST] })
      queries.setQueryData([LIST], categories)
    },
    // An answer in between would show an order that is on its way to be another.
    onSettled: () => (queries.isMutating({ mutationKey: ORDERING }) === 1 ? invalidate(queries, LIST) : undefined),
    mutationKey: ORDERING,
    networkMode: 'always',
    // One after the other: the last order must be the one that stays.
    scope: { id: 'category order' },
  })
}
