import { Check, CloudOff, GitFork, PenLine } from 'lucide-react'
import { Spinner } from '#ui/spinner.tsx'
import type { Keeping } from './use-draft.ts'

interface SaveStateProps {
  keeping: Keeping
  /** Whether the form differs from the saved mod. */
  isChanged: boolean
  isSaving: boolean
}

const wordsFor = ({ keeping, isChanged, isSaving }: SaveStateProps) => {
  if (isSaving) return { icon: <Spinner className="text-[14px]" />, text: 'Saving…' }
  if (keeping === 'conflict') return { icon: <GitFork />, text: 'Edited elsewhere: choose a version' }
  if (keeping === 'failed') return { icon: <CloudOff />, text: 'Draft not kept, trying again' }
  if (!isChanged) return { icon: <Check />, text: 'All changes saved' }
  return keeping === 'kept'
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
