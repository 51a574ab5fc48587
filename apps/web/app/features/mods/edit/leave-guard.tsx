import { useEffect, useState } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { PendingWords } from './unsaved-words.ts'
import type { DraftState } from './use-draft.ts'

interface LeaveGuardProps {
  title: string
  isChanged: boolean
  draftState: DraftState
  /** Picture texts, which save at once. */
  words: PendingWords
  /** Saves the draft; returns whether everything is saved. */
  keep: () => Promise<boolean>
  /** Null if saving failed. */
  save: () => Promise<unknown>
}

/** Clicking a link blurs a picture's text field, and the blur saves its text. The navigation waits for that save. */
const useBlockedWay = ({
  isChanged,
  words,
  isBusy,
}: Pick<LeaveGuardProps, 'isChanged' | 'words'> & { isBusy: boolean }) => {
  const isUnsaved = isChanged || words.names.length > 0
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  const isBlocked = blocker.state === 'blocked'
  const isFree = isBlocked && !isUnsaved && !isBusy
  useEffect(() => {
    if (isFree) blocker.proceed?.()
  }, [isFree])
  return { blocker, isAsking: isBlocked && (isChanged || isBusy || !words.isOnItsWay) }
}

/** The browser's own prompt, for closing the page before everything is saved. */
const useCloseWarning = (isTyping: boolean) =>
  useEffect(() => {
    if (!isTyping) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isTyping])

/** Asks before leaving with changes that are not saved to the mod. */
export const LeaveGuard = ({ title, isChanged, draftState, words, keep, save }: LeaveGuardProps) => {
  const [busy, setBusy] = useState<'leave' | 'save' | null>(null)
  const { blocker, isAsking } = useBlockedWay({ isChanged, words, isBusy: busy !== null })
  useCloseWarning(draftState !== 'kept' || words.names.length > 0)
  const isDraftLost = draftState === 'failed' || draftState === 'conflict'
  const isLosing = isDraftLost || words.hasFailed

  const leave = async () => {
    setBusy('leave')
    if (!isDraftLost) await keep()
    setBusy(null)
    blocker.proceed?.()
  }
  const saveAndLeave = async () => {
    setBusy('save')
    const saved = await save()
    setBusy(null)
    // A saved form no longer blocks the navigation.
    if (!saved) blocker.reset?.()
  }

  return (
    <Dialog
      title={`Leave ${title}?`}
      description={
        isLosing
          ? 'Your latest changes could not be kept. If you leave now, they are lost.'
          : 'Your changes are not saved to the mod yet. They are kept as a draft until you come back.'
      }
      open={isAsking}
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
          {!words.hasFailed && (
            <Button variant="primary" isLoading={busy === 'save'} onClick={() => void saveAndLeave()}>
              Save and leave
            </Button>
          )}
        </>
      }
    />
  )
}
