import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AdminCategory, CategoryForm } from '@slipstream/contract/categories'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { invalidate } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { SHOWING_MODS } from '#lib/showing-mods.ts'

const contract = async () => (await import('@slipstream/contract/categories')).categoriesApi
type CategoriesApi = Awaited<ReturnType<typeof contract>>

const LIST = ADMIN_PATHS.adminCategories
const ORDERING = ['order of categories']

/** Fetched on every visit: the mod counts change elsewhere. */
export const useCategories = () => useQuery({ ...apiQuery(LIST, async () => (await contract()).list), staleTime: 0 })

/** Refetches everything that shows categories, including the store's own pages. */
const useCategoryAct = <Told = void>(act: (api: CategoriesApi, told: Told) => Promise<unknown>) =>
  useApiMutation(contract, act, { refresh: SHOWING_MODS })

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
