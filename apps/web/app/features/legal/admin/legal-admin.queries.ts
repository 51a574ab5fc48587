import { useQuery } from '@tanstack/react-query'
import type { LegalPublication } from '@slipstream/contract/legal-admin'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { apiQuery, callApi } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

export const contract = async () => (await import('@slipstream/contract/legal-admin')).legalAdminApi

export const deskQuery = (document: LegalDocument) => ({
  ...apiQuery(ADMIN_PATHS.legalDesk, async () => (await contract()).read, { params: { document } }),
  staleTime: 0,
})
export const useDesk = (document: LegalDocument) => useQuery(deskQuery(document))

export const useVersions = (document: LegalDocument) =>
  usePagedList([ADMIN_PATHS.legalVersions, document], async (after, signal) =>
    callApi((await contract()).versions, { params: { document }, query: { after } }, signal),
  )

export const useVersion = (document: LegalDocument, number: number) =>
  useQuery(apiQuery(ADMIN_PATHS.legalVersion, async () => (await contract()).version, { params: { document, number } }))

/** The queries that show which version applies. */
const SHOWN = [ADMIN_PATHS.legalDesk, ADMIN_PATHS.legalVersions, ADMIN_PATHS.legalVersion, PATHS.legal] as const

export const publicationRules = async () => (await contract()).publish.body

export const usePublish = (document: LegalDocument) =>
  useApiMutation(contract, (api, body: LegalPublication) => callApi(api.publish, { params: { document }, body }), {
    refresh: SHOWN,
  })

export const useWithdraw = (document: LegalDocument) =>
  useApiMutation(contract, (api, number: number) => callApi(api.withdraw, { params: { document, number } }), {
    refresh: SHOWN,
  })

export const useAgreed = () =>
  useApiMutation(contract, (api, number: string) => callApi(api.agreed, { params: { number } }), {})

export const orderRules = async () => (await contract()).agreed.params
