import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { callApi } from '#lib/api.ts'
import { ApiError } from '#lib/request.ts'
import { adminModQuery, contract } from './edit.queries.ts'
import { draftOf, isSameText, type TypedMod, typedFromDraft, typedMod } from './typed-mod.ts'
import { unsavedFields } from './unsaved-fields.ts'

export const PAUSE_MS = 1_500
const RETRY_MS = 5_000

/** `kept` when the server has everything; `conflict` when another page has saved a different draft. */
export type DraftState = 'kept' | 'waiting' | 'sending' | 'failed' | 'conflict'

const textsOf = (mod: AdminMod) => {
  const saved = typedMod(mod.form)
  return { saved, typed: mod.draft ? typedFromDraft(mod.form, mod.draft.typed) : saved }
}

export const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'mod.draft_changed'

/**
 * Saves the form as a draft shortly after the last keystroke. Requests run one at a time, each with the revision it is
 * based on, so that another page's draft is never overwritten silently.
 */
export const useDraft = (mod: AdminMod) => {
  const { id } = mod
  const queries = useQueryClient()
  const [texts, setTexts] = useState(() => textsOf(mod))
  const [draftState, setDraftState] = useState<DraftState>('kept')
  const latest = useRef(texts)
  const kept = useRef(texts.typed)
  const revision = useRef(mod.draft?.revision ?? 0)
  const version = useRef(mod.formVersion)
  const sending = useRef<Promise<boolean>>(null)

  const show = (next: typeof texts) => {
    latest.current = next
    setTexts(next)
  }
  const follow = ({ draft, formVersion }: AdminMod) => {
    revision.current = draft?.revision ?? 0
    version.current = formVersion
  }
  const begin = (fresh: AdminMod) => {
    const next = textsOf(fresh)
    kept.current = next.typed
    follow(fresh)
    setDraftState('kept')
    show(next)
  }
  const readAgain = () => queries.fetchQuery(adminModQuery(id))
  const isKept = () => latest.current.typed === kept.current || isSameText(latest.current.typed, kept.current)

  const send = async ({ saved, typed }: typeof texts) => {
    const api = await contract()
    if (isSameText(typed, saved)) {
      if (revision.current > 0) await callApi(api.discardDraft, { params: { id } })
      revision.current = 0
    } else {
      const body = { typed: draftOf(typed), revision: revision.current, basedOn: version.current }
      revision.current = (await callApi(api.saveDraft, { params: { id }, body })).revision
    }
    kept.current = typed
  }
  const sendNow = async () => {
    setDraftState('sending')
    try {
      await send(latest.current)
      // Text typed in the meantime is saved after its own pause.
      setDraftState(isKept() ? 'kept' : 'waiting')
      return true
    } catch (error) {
      setDraftState(isConflict(error) ? 'conflict' : 'failed')
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

  const change = (fields: Partial<TypedMod>) => {
    show({ ...latest.current, typed: { ...latest.current.typed, ...fields } })
    setDraftState((was) => (was === 'conflict' || was === 'sending' ? was : isKept() ? 'kept' : 'waiting'))
  }

  // Every keystroke restarts the timer.
  useEffect(() => {
    if (draftState !== 'waiting' && draftState !== 'failed') return
    const timer = setTimeout(() => void sendOnce(), draftState === 'failed' ? RETRY_MS : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [draftState, texts.typed])

  // Returning from another tab loads its changes, unless this page has changes of its own.
  useEffect(() => {
    const lookAgain = async () => {
      if (!isKept() || sending.current) return
      const fresh = await readAgain()
      const isOther = (fresh.draft?.revision ?? 0) !== revision.current || fresh.formVersion !== version.current
      if (isKept() && !sending.current && isOther) begin(fresh)
    }
    const onFocus = () => void lookAgain().catch(() => undefined)
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])

  const unsaved = unsavedFields(texts.typed, texts.saved)
  return {
    ...texts,
    /** The current input, even for code that has awaited a response. */
    latest: () => latest.current.typed,
    /** The version of the saved form that the changes are based on. */
    basedOn: () => version.current,
    /** Another page has saved the mod meanwhile. */
    reportConflict: () => setDraftState('conflict'),
    draftState,
    /** The names of the fields that differ from the saved mod. */
    unsaved,
    isChanged: unsaved.length > 0,
    change,
    keep,
    /** The mod is saved; text typed in the meantime is still unsaved. */
    accept: (fresh: AdminMod, sent: TypedMod) => {
      const isUntouched = isSameText(latest.current.typed, sent)
      const { saved } = textsOf({ ...fresh, draft: null })
      kept.current = saved
      follow(fresh)
      show({ saved, typed: isUntouched ? saved : latest.current.typed })
      setDraftState(isUntouched ? 'kept' : 'waiting')
    },
    /** Resets the form to the saved mod. */
    discard: async () => {
      await callApi((await contract()).discardDraft, { params: { id } })
      begin(await readAgain())
    },
    /** Resolves a conflict by loading the other page's version. */
    takeTheirs: async () => begin(await readAgain()),
    /** Resolves a conflict by keeping this page's version. */
    keepMine: async () => {
      const fresh = await readAgain()
      const theirs = textsOf(fresh)
      follow(fresh)
      kept.current = theirs.typed
      show({ ...latest.current, saved: theirs.saved })
      if (await keep()) setDraftState('kept')
    },
  }
}
