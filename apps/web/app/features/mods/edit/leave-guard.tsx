import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { DraftState } from './use-draft.ts'

interface LeaveGuardProps {
  title: string
  isChanged: boolean
  draftState: DraftState
  /** Saves the draft; returns whether everything is saved. */
  keep: () => Promise<boolean>
  /** Null if saving failed. */
  save: () => Promise<unknown>
}

/** Asks before leaving with changes that are not saved to the mod. */
export const LeaveGuard = ({ title, isChanged, draftState, keep, save }: LeaveGuardProps) => {
  const [busy, setBusy] = useState<'leave' | 'save' | null>(null)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname,
  )
  const isLosing = draftState === 'failed' || draftState === 'conflict'

  // The browser's own prompt, for closing the page before the draft is saved.
  useEffect(() => {
    if (draftState === 'kept') return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [draftState])

  const leave = async () => {
    setBusy('leave')
    if (!isLosing) await keep()
    setBusy(null)
    blocker.proceed?.()
  }
  const saveAndLeave = async () => {
    setBusy('save')
    const saved = await save()
    setBusy(null)
    if (saved) blocker.proceed?.()
    else blocker.reset?.()
  }

  return (
    <Dialog
      title={`Leave ${title}?`}
      description={
        isLosing
          ? 'Your latest changes could not be kept. If you leave now, they are lost.'
          : 'Your changes are not saved to the mod yet. They are kept as a draft until you come back.'
      }
      open={blocker.state === 'blocked'}
      onOpenChange={(isOpen) => {
        if (!isOpen) blocker.reset?.()
      }}
      footer={
        <>
          <Button variant="outline" onClick={() => blocker.reset?.()}>
            Stay
          </Button>
          <Button
            variant={isLosing ? 'destructive' : 'secondary'}
            isLoading={busy === 'leave'}
            onClick={() => void leave()}
          >
            {isLosing ? 'Leave and lose changes' : 'Leave and keep draft'}
          </Button>
          <Button variant="primary" isLoading={busy === 'save'} onClick={() => void saveAndLeave()}>
            Save and leave
          </Button>
        </>
      }
    />
  )
}
