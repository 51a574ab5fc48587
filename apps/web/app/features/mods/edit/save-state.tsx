import { Check, CloudOff, GitFork, PenLine } from 'lucide-react'
import { Spinner } from '#ui/spinner.tsx'
import { unsavedText } from '#ui/unsaved-text.ts'
import type { DraftState } from './use-draft.ts'

interface SaveStateProps {
  draftState: DraftState
  /** The fields of the form that differ from the saved mod. */
  fields: readonly string[]
  /** Picture texts that are not saved yet. */
  words: readonly string[]
  /** Whether the form, or something that saves at once, is being saved. */
  isSaving: boolean
}

const wordsFor = ({ draftState, fields, words, isSaving }: SaveStateProps) => {
  if (isSaving) return { icon: <Spinner className="text-[14px]" />, text: 'Saving…' }
  if (draftState === 'conflict') return { icon: <GitFork />, text: 'Edited elsewhere: choose a version' }
  const unsaved = [...fields, ...words]
  const parts = unsaved.length > 0 ? [unsavedText(unsaved)] : []
  if (draftState === 'failed') return { icon: <CloudOff />, text: sentences(...parts, 'Draft not kept, trying again') }
  if (unsaved.length === 0) return { icon: <Check />, text: 'All changes saved' }
  if (fields.length > 0 && draftState === 'kept') parts.push('Draft kept')
  return { icon: <PenLine />, text: sentences(...parts) }
}

const sentences = (...parts: string[]) => parts.join('. ')

/** The save state of the whole page. */
export const SaveState = (props: SaveStateProps) => {
  const { icon, text } = wordsFor(props)
  return (
    <span className="flex items-center gap-2 [&_svg]:size-4">
      <span aria-hidden="true">{icon}</span>
      {text}
    </span>
  )
}
