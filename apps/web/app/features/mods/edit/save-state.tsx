import { Check, CloudOff, GitFork, PenLine } from 'lucide-react'
import { Spinner } from '#ui/spinner.tsx'
import type { DraftState } from './use-draft.ts'

interface SaveStateProps {
  draftState: DraftState
  /** Whether the form differs from the saved mod. */
  isChanged: boolean
  isSaving: boolean
}

const wordsFor = ({ draftState, isChanged, isSaving }: SaveStateProps) => {
  if (isSaving) return { icon: <Spinner className="text-[14px]" />, text: 'Saving…' }
  if (draftState === 'conflict') return { icon: <GitFork />, text: 'Edited elsewhere: choose a version' }
  if (draftState === 'failed') return { icon: <CloudOff />, text: 'Draft not kept, trying again' }
  if (!isChanged) return { icon: <Check />, text: 'All changes saved' }
  return draftState === 'kept'
    ? { icon: <Check />, text: 'Draft kept, not saved yet' }
    : { icon: <PenLine />, text: 'Unsaved changes' }
}

/** The save state of the form. */
export const SaveState = (props: SaveStateProps) => {
  const { icon, text } = wordsFor(props)
  return (
    <span className="flex items-center gap-2 [&_svg]:size-4">
      <span aria-hidden="true">{icon}</span>
      {text}
    </span>
  )
}
