import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { callApi } from '#lib/api.ts'
import { ApiError } from '#lib/request.ts'
import { contract, showMod } from './edit.queries.ts'
import { type Problems, problemAt, problemsIn, readForm, withoutBlankRows } from './read-form.ts'
import type { TypedMod } from './typed-mod.ts'
import { isConflict, useDraft } from './use-draft.ts'

const CHECK_MS = 500

/** What a form section works with. */
export interface FormPart {
  typed: TypedMod
  change: (fields: Partial<TypedMod>) => void
  problem: (path: string) => string | undefined
}

/** The form state of a mod: values, errors and saving. */
export const useModForm = (mod: AdminMod) => {
  const draft = useDraft(mod)
  const queries = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isSaving, setSaving] = useState(false)
  const form = useRef<HTMLDivElement>(null)
  const isComplaining = useRef(false)
  const { typed, isChanged } = draft

  // Errors show when typing pauses, not in the middle of a word.
  useEffect(() => {
    if (!isChanged) return setProblems({})
    let isCurrent = true
    const check = async () => {
      const found = await readForm(typed)
      if (isCurrent) setProblems(found.problems)
    }
    const timer = setTimeout(() => void check(), CHECK_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [typed, isChanged])

  useEffect(() => {
    if (!isComplaining.current) return
    isComplaining.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])

  const complain = (found: Problems) => {
    isComplaining.current = true
    setProblems(found)
    return null
  }

  const send = async (): Promise<AdminMod | null> => {
    const tidy = withoutBlankRows(typed)
    draft.change({ configurations: tidy.configurations })
    const { form: body, problems: found } = await readForm(tidy)
    if (Object.keys(found).length > 0) return complain(found)
    // Saves the draft first, which detects a conflict with another page.
    if (!(await draft.keep())) return null
    const saved = await callApi((await contract()).save, {
      params: { id: mod.id },
      query: { basedOn: draft.basedOn() },
      body,
    })
    draft.accept(saved, tidy)
    void showMod(queries, saved)
    return saved
  }

  /** The saved mod, or null if saving failed; the page then shows why. */
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      return await send()
    } catch (error) {
      if (isConflict(error)) draft.reportConflict()
      else if (error instanceof ApiError && error.issues.length > 0) return complain(problemsIn(error.issues))
      else setFailure(error)
      return null
    } finally {
      setSaving(false)
    }
  }

  return {
    ...draft,
    formRef: form,
    problem: (path: string) => problemAt(problems, path),
    hasProblems: Object.keys(problems).length > 0,
    failure,
    isSaving,
    save,
  }
}
