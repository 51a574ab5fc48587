import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { CheckedLegal, LegalDesk } from '@slipstream/contract/legal-admin'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { callApi } from '#lib/api.ts'
import { ApiError } from '#lib/request.ts'
import { contract, deskQuery } from './legal-admin.queries.ts'

const PAUSE_MS = 1_000
const RETRY_MS = 5_000

/** `kept` when the server has everything; `conflict` when another draft was saved elsewhere. */
export type DraftState = 'kept' | 'waiting' | 'sending' | 'failed' | 'conflict'

const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'legal.draft_changed'

/**
 * Saves the typed text shortly after the last keystroke; the response lists what is missing. Requests run one at a
 * time, each with the revision it is based on, so that another draft is never overwritten silently.
 */
export const useLegalDraft = (document: LegalDocument, desk: LegalDesk) => {
  const queries = useQueryClient()
  const [body, setBody] = useState(desk.draft?.body ?? desk.current.body)
  const [checked, setChecked] = useState<CheckedLegal>(desk.checked)
  const [state, setState] = useState<DraftState>('kept')
  const latest = useRef(body)
  const kept = useRef(body)
  const revision = useRef(desk.draft?.revision ?? 0)
  const sending = useRef<Promise<boolean>>(null)
  const isKept = () => latest.current === kept.current

  const begin = (fresh: LegalDesk) => {
    const text = fresh.draft?.body ?? fresh.current.body
    latest.current = kept.current = text
    revision.current = fresh.draft?.revision ?? 0
    setBody(text)
    setChecked(fresh.checked)
    setState('kept')
  }
  const readAgain = () => queries.fetchQuery(deskQuery(document))

  const sendNow = async () => {
    const text = latest.current
    setState('sending')
    try {
      const api = await contract()
      const told = { params: { document }, body: { body: text, revision: revision.current } }
      const saved = await callApi(api.saveDraft, told)
      revision.current = saved.revision
      kept.current = text
      setChecked(saved.checked)
      setState(isKept() ? 'kept' : 'waiting')
      return true
    } catch (error) {
      setState(isConflict(error) ? 'conflict' : 'failed')
      return false
    } finally {
      sending.current = null
    }
  }
  const sendOnce = () => (sending.current ??= sendNow())
  /** Saves at once, without the pause after typing. Returns whether everything is saved. */
  const keep = async () => {
    while (!isKept()) if (!(await sendOnce())) return false
    return true
  }

  // Every keystroke restarts the timer.
  useEffect(() => {
    if (state !== 'waiting' && state !== 'failed') return
    const timer = setTimeout(() => void sendOnce(), state === 'failed' ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [state, body])

  // Leaving the editor saves what is still unsaved.
  useEffect(() => () => void (isKept() || sendOnce()), [])
  useEffect(() => {
    if (state === 'kept') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [state])

  return {
    body,
    checked,
    state,
    revision: () => revision.current,
    change: (text: string) => {
      latest.current = text
      setBody(text)
      setState((was) => (was === 'conflict' || was === 'sending' ? was : isKept() ? 'kept' : 'waiting'))
    },
    keep,
    /** Loads the version on the server, for example after publishing. */
    startOver: async () => begin(await readAgain()),
    discard: async () => {
      await callApi((await contract()).discardDraft, { params: { document } })
      begin(await readAgain())
    },
    /** Resolves a conflict by saving this page's text over the other draft. */
    keepMine: async () => {
      const fresh = await readAgain()
      revision.current = fresh.draft?.revision ?? 0
      kept.current = fresh.draft?.body ?? fresh.current.body
      setState('kept')
      await keep()
    },
  }
}

export type LegalDraft = ReturnType<typeof useLegalDraft>
