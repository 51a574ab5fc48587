import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import { apiQuery, callApi } from '#lib/api.ts'
import { invalidate, PATHS, SHOWING_MODS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/categories')).categoriesApi
type CategoriesApi = Awaited<ReturnType<typeof contract>>

const LIST = PATHS.adminCategories
const ORDERING = ['order of categories']

/** Fetched on every visit: the mod counts change elsewhere. */
export const useCategories = () => useQuery({ ...apiQuery(LIST, async () => (await contract()).list), staleTime: 0 })

/** Invalidates everything that shows categories, including the store's own pages. */
const useCategoryAct = <Told = void>(act: (api: CategoriesApi, told: Told) => Promise<unknown>) => {
  const queries = useQueryClient()
  return useMutation<unknown, Error, Told>({
    mutationFn: async (told) => act(await contract(), told),
    onSuccess: () => invalidate(queries, ...SHOWING_MODS),
    networkMode: 'always',
  })
}

/** Creates a category if there is no id. */
export const useSaveCategory = (id?: number) =>
  useCategoryAct((api, body: CategoryForm) =>
    id === undefined ? callApi(api.create, { body }) : callApi(api.edit, { params: { id }, body }),
  )

export const categoryRules = async () => (await contract()).create.body

export const useRemoveCategory = (id: number) => useCategoryAct((api) => callApi(api.remove, { params: { id } }))

/** Optimistic: shows the new order immediately and the server's order if saving fails. */
export const useOrderCategories = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (categories: readonly AdminCategory[]) =>
      callApi((await contract()).order, { body: { ids: categories.map(({ id }) => id) } }),
    onMutate: async (categories) => {
      await queries.cancelQueries({ queryKey: [LIST] })
      queries.setQueryData([LIST], categories)
    },
    // A response in between would show an outdated order.
    onSettled: () => (queries.isMutating({ mutationKey: ORDERING }) === 1 ? invalidate(queries, LIST) : undefined),
    mutationKey: ORDERING,
    networkMode: 'always',
    // Runs one at a time so that the last order wins.
    scope: { id: 'category order' },
  })
}
