import type { JobState } from '@slipstream/contract/job-states'
import { callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import { useApiMutation } from '#lib/use-api-mutation.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/jobs')).jobsApi

export const JOBS_AT_A_TIME = 50

export const useJobs = (state: JobState | undefined) =>
  usePagedList([ADMIN_PATHS.jobs, { state }], async (after, signal) =>
    callApi((await contract()).list, { query: { state, limit: JOBS_AT_A_TIME, after } }, signal),
  )

export const useRetryJob = () =>
  useApiMutation(contract, (api, id: number) => callApi(api.retry, { params: { id } }), { refresh: [ADMIN_PATHS.jobs] })
