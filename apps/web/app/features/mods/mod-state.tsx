import type { ModStatus } from '@slipstream/contract/mods-admin'
import { Status } from '#ui/status.tsx'
import type { Tone } from '#ui/tone-style.ts'

const STATES: Record<ModStatus, { tone: Tone; word: string }> = {
  draft: { tone: 'neutral', word: 'Draft' },
  published: { tone: 'success', word: 'Published' },
  archived: { tone: 'warning', word: 'Archived' },
}

/** The publication status of a mod. */
export const ModState = ({ status, publishAt }: { status: ModStatus; publishAt: string | null }) => {
  if (publishAt) return <Status tone="info">Scheduled</Status>
  const { tone, word } = STATES[status]
  return <Status tone={tone}>{word}</Status>
}
