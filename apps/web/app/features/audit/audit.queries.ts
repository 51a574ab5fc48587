import { callApi, type Input } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/audit')).auditApi
type AuditApi = Awaited<ReturnType<typeof contract>>

export type AuditQueryInput = NonNullable<Input<AuditApi['export']>['query']>

export const CHANGES_AT_A_TIME = 50

/** The pages of the audit log loaded so far. */
export const useAuditLog = (query: AuditQueryInput) => {
  const { list, items } = usePagedList([ADMIN_PATHS.audit, query], async (after, signal) =>
    callApi((await contract()).list, { query: { ...query, limit: CHANGES_AT_A_TIME, after } }, signal),
  )
  return { list, changes: items }
}
