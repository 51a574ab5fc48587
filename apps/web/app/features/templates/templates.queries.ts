import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { MailTemplate, TemplateWords } from '@slipstream/contract/templates'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'

const contract = async () => (await import('@slipstream/contract/templates')).templatesApi

const listQuery = apiQuery(ADMIN_PATHS.templates, async () => (await contract()).list)
export const useTemplates = () => useQuery({ ...listQuery, staleTime: 0 })

/** `words` is null while they are invalid; the last preview stays. */
export const useTemplatePreview = (name: string, words: TemplateWords | null) =>
  useQuery({
    queryKey: [ADMIN_PATHS.templatePreview, name, words],
    queryFn: async ({ signal }) =>
      callApi((await contract()).preview, { params: { name }, body: words as TemplateWords }, signal),
    enabled: words !== null,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })

export const templateRules = async () => (await contract()).save.body

const shown = (
  queries: { setQueryData: (key: unknown[], change: (all: unknown) => unknown) => unknown },
  saved: MailTemplate,
) =>
  queries.setQueryData([...listQuery.queryKey], (all) =>
    (all as MailTemplate[] | undefined)?.map((each) => (each.name === saved.name ? saved : each)),
  )

export const useSaveTemplate = (name: string) =>
  useApiMutation(contract, (api, body: TemplateWords) => callApi(api.save, { params: { name }, body }), {
    show: (queries, saved) => shown(queries, saved),
  })
export const useResetTemplate = (name: string) =>
  useApiMutation(contract, (api) => callApi(api.reset, { params: { name } }), {
    show: (queries, saved) => shown(queries, saved),
  })
export const useTestTemplate = (name: string) =>
  useApiMutation(contract, (api, body: TemplateWords) => callApi(api.test, { params: { name }, body }), {})
