import { useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { ApiError } from '#lib/request.ts'
import { failureText } from '#ui/failure-text.ts'
import { usePublishMod } from './edit.queries.ts'
import type { Requirement } from './readiness.ts'

interface PublishingFacts {
  mod: AdminMod
  isChanged: boolean
  /** Null if saving failed. */
  save: () => Promise<AdminMod | null>
  requirements: readonly Requirement[]
}

/** The open dialog: the summary before publishing, or what to share afterwards. */
export type PublishingStep = 'confirm' | 'done' | null

/** Saves the form, then publishes the mod now or at a given time. */
export const usePublishing = ({ mod, isChanged, save, requirements }: PublishingFacts) => {
  const { mutateAsync } = usePublishMod(mod.id)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const [step, setStep] = useState<PublishingStep>(null)
  const missing = requirements.filter(({ isMet }) => !isMet)

  /** Returns why publishing failed, or null. */
  const publish = async (at: string | null): Promise<string | null> => {
    setAsked(true)
    if (missing.length > 0) return `Still missing: ${missing.map(({ label }) => label.toLowerCase()).join(', ')}.`
    if (isChanged && !(await save())) return 'Your changes could not be saved. The form shows why.'
    try {
      await mutateAsync(at)
      return null
    } catch (error) {
      return error instanceof ApiError && error.issues.length > 0
        ? error.issues.map(({ message }) => message).join(' ')
        : failureText(error)
    }
  }
  /** Asks for confirmation, unless something is missing: the page then says what. */
  const ask = () => {
    setAsked(true)
    setFailure(null)
    if (missing.length === 0) setStep('confirm')
  }
  const publishNow = async () => {
    setPublishing(true)
    const obstacle = await publish(null)
    setPublishing(false)
    setFailure(obstacle)
    setStep(obstacle === null ? 'done' : null)
  }

  return {
    publish,
    ask,
    publishNow,
    step,
    close: () => setStep(null),
    isPublishing,
    failure,
    /** After the first attempt: the requirements that are still missing. */
    missing: isAsked && mod.status !== 'published' ? missing : [],
  }
}
