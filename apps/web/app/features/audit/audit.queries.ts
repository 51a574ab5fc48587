import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { callApi, type Input } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/audit')).auditApi
type AuditApi = Awaited<ReturnType<typeof contract>>

export type AuditQuestion = NonNullable<Input<AuditApi['export']>['query']>

export const CHANGES_AT_A_TIME = 50

/** The pages of the audit log loaded so far. */
export const useAuditLog = (question: AuditQuestion) => {
  const list = useInfiniteQuery({
    queryKey: [PATHS.audit, question],
    queryFn: async ({ pageParam: after }) =>
      callApi((await contract()).list, { query: { ...question, limit: CHANGES_AT_A_TIME, after } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  return { list, changes: list.data?.pages.flatMap(({ items }) => items) ?? [] }
}
