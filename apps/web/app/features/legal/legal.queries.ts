import { useQuery } from '@tanstack/react-query'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { apiQuery } from '#lib/api.ts'
import { PATHS } from '#lib/query-keys.ts'

const contract = async () => (await import('@slipstream/contract/legal-documents')).legalApi

/** A legal text as it applies now, or one of its versions. */
export const useLegalText = (document: LegalDocument, version?: number) =>
  useQuery(
    apiQuery(PATHS.legal, async () => (await contract()).document, {
      params: { document },
      query: { version },
    }),
  ).data
