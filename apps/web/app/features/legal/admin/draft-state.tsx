import { Check, CloudOff, GitFork, PenLine } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import type { LegalDraft } from './use-legal-draft.ts'

const wordsFor = ({ state }: LegalDraft, isChanged: boolean): { icon: ReactNode; text: string } => {
  if (state === 'conflict') return { icon: <GitFork />, text: 'Changed elsewhere: choose a version' }
  if (state === 'failed') return { icon: <CloudOff />, text: 'Draft not saved, trying again' }
  if (state !== 'kept') return { icon: <PenLine />, text: 'Saving…' }
  return { icon: <Check />, text: isChanged ? 'Draft saved, not published' : 'Same as the text in effect' }
}

export const DraftState = ({ draft, isChanged }: { draft: LegalDraft; isChanged: boolean }) => {
  const { icon, text } = wordsFor(draft, isChanged)
  return (
    <p role="status" className="flex items-center gap-2 text-small text-muted [&_svg]:size-4">
      <span aria-hidden="true">{icon}</span>
      {text}
    </p>
  )
}

/** Two pages have edited the same text, and only the user can decide which version is right. */
export const DraftConflict = ({ draft }: { draft: LegalDraft }) => (
  <Notice
    tone="warning"
    title="This draft was changed somewhere else."
    actions={
      <>
        <Button size="sm" variant="outline" onClick={() => void draft.startOver().catch(() => undefined)}>
          Show the other version
        </Button>
        <Button size="sm" variant="outline" onClick={() => void draft.keepMine().catch(() => undefined)}>
          Keep this version
        </Button>
      </>
    }
  >
    In another tab, or by someone else. Nothing is saved until you choose a version.
  </Notice>
)
