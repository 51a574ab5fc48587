import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { apiQuery, callApi } from '#lib/api.ts'
import { ADMIN_PATHS } from '#lib/admin-query-keys.ts'
import type { Guard } from '#lib/guard.ts'
import { invalidate } from '#lib/query-keys.ts'
import { sendPart } from '#lib/send-part.ts'
import { usePagedList } from '#lib/use-paged-list.ts'

const contract = async () => (await import('@slipstream/contract/traces')).tracesApi

export const CHANGED_BY_TRACE = [ADMIN_PATHS.traces, ADMIN_PATHS.trace] as const

export const useTraces = () =>
  usePagedList([ADMIN_PATHS.traces], async (after, signal) =>
    callApi((await contract()).list, { query: { after } }, signal),
  )

export const useTrace = (id: number) =>
  useQuery({
    ...apiQuery(ADMIN_PATHS.trace, async () => (await contract()).read, { params: { id } }),
    staleTime: 0,
    retry: false,
  })

/** Signed upload URLs require exactly this content type. */
const TYPE = 'application/octet-stream'

interface Leak {
  file: File
  /** Null for all mods. */
  modId: number | null
}

/** Sends a file to the storage and has the worker read it. */
export const useSendLeak = (guard: Guard, onStarted: (id: number) => void) => {
  const queries = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const [error, setError] = useState<unknown>(null)
  const leaving = useRef<AbortController>(null)

  const upload = async ({ file, modId }: Leak, signal: AbortSignal) => {
    const api = await contract()
    const offered = await guard(() => callApi(api.offer, { body: { sizeBytes: file.size } }))
    if (!offered) return
    await sendPart(offered.url, file.slice(0, file.size, TYPE), { signal, onSent: setSent })
    const body = { key: offered.key, fileName: file.name.slice(0, 200), ...(modId !== null && { modId }) }
    const started = await guard(() => callApi(api.start, { body }))
    if (!started) return
    await invalidate(queries, ADMIN_PATHS.traces, ADMIN_PATHS.operations)
    onStarted(started.id)
  }
  const send = async (leak: Leak) => {
    const controller = new AbortController()
    leaving.current = controller
    setError(null)
    setSent(0)
    try {
      await upload(leak, controller.signal)
    } catch (failure) {
      if (!controller.signal.aborted) setError(failure)
    } finally {
      setSent(null)
    }
  }
  return { send, sent, error, cancel: () => leaving.current?.abort() }
}
