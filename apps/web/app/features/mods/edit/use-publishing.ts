import { useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import { ApiError } from '#lib/request.ts'
import { failureText } from '#ui/failure-text.ts'
import { toast } from '#ui/toast-store.ts'
import { usePublishMod } from './edit.queries.ts'
import type { Requirement } from './readiness.ts'

interface PublishingFacts {
  mod: AdminMod
  isChanged: boolean
  /** Null if saving failed. */
  save: () => Promise<AdminMod | null>
  requirements: readonly Requirement[]
}

/** Saves the form, then publishes the mod now or at a given time. */
export const usePublishing = ({ mod, isChanged, save, requirements }: PublishingFacts) => {
  const { mutateAsync } = usePublishMod(mod.id)
  const [failure, setFailure] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const [isPublishing, setPublishing] = useState(false)
  const missing = requirements.filter(({ isMet }) => !isMet)

  /** Returns the reason why it failed, or null. */
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
  const publishNow = async () => {
    setPublishing(true)
    const obstacle = await publish(null)
    setPublishing(false)
    setFailure(obstacle)
    if (obstacle === null) toast({ title: `${mod.form.title} is published`, tone: 'success' })
  }

  return {
    publish,
    publishNow,
    isPublishing,
    failure,
    /** After the first attempt: the requirements that are still missing. */
    missing: isAsked && mod.status !== 'published' ? missing : [],
  }
}
