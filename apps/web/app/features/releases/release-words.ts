import { ANNOUNCE_AFTER_MINUTES } from '@slipstream/contract/release-limits'
import type { AdminRelease, PublishReview } from '@slipstream/contract/releases'
import type { UploadStatus } from '@slipstream/contract/uploads'
import { countText } from '#lib/counts.ts'
import type { Tone } from '#ui/tone-style.ts'

interface StateWords {
  tone: Tone
  word: string
}

const ARCHIVE_WORDS: Partial<Record<UploadStatus, StateWords>> = {
  reading: { tone: 'info', word: 'Archive is being read' },
  checking: { tone: 'info', word: 'Archive is being checked' },
  refused: { tone: 'destructive', word: 'Archive rejected' },
  damaged: { tone: 'destructive', word: 'Archive damaged' },
  canceled: { tone: 'destructive', word: 'Archive abandoned' },
}

export const stateOf = ({ status, isCurrent, publishAt, uploadStatus }: AdminRelease): StateWords => {
  if (status === 'published')
    return isCurrent ? { tone: 'success', word: 'Current' } : { tone: 'neutral', word: 'Older' }
  if (publishAt) return { tone: 'info', word: 'Scheduled' }
  if (status === 'withdrawn') return { tone: 'warning', word: 'Rolled back' }
  return (uploadStatus && ARCHIVE_WORDS[uploadStatus]) ?? { tone: 'neutral', word: 'Draft' }
}

/** Whether its archive is checked, so that it can be published. */
export const isChecked = ({ uploadId, uploadStatus }: AdminRelease) => uploadId === null || uploadStatus === 'ready'

/** Suggests the next version: `1.2.0` after `1.1.3`. */
export const nextVersion = (releases: readonly AdminRelease[]) => {
  const newest = releases
    .map(({ version }) => version)
    .toSorted((one, other) => other.localeCompare(one, 'en', { numeric: true }))[0]
  const [major = '1', minor] = newest?.split('-')[0]?.split('.') ?? []
  return newest === undefined ? '1.0.0' : `${major}.${Number(minor ?? 0) + 1}.0`
}

const lists = new Intl.ListFormat('en-US')

export const listed = (names: readonly string[]) => lists.format(names)

/** How many people a release is announced to, and until when that can be taken back. */
export const announcedWords = ({ isNews, owners, mails }: PublishReview, isQuiet: boolean) => {
  if (!isNews) return 'Its owners were told when it was first published, and are not told again.'
  if (isQuiet) return 'Nobody is told.'
  if (owners === 0) return 'Nobody owns this mod yet, so nobody is told.'
  const people = owners === 1 ? '1 person who owns it is told' : `${countText(owners)} people who own it are told`
  return `${people}, ${mailed(owners, mails)}, ${ANNOUNCE_AFTER_MINUTES} minutes after publishing. Until then you can undo it.`
}

const mailed = (owners: number, mails: number) => {
  if (mails === owners) return 'by mail'
  return mails === 0 ? 'nobody by mail' : `${countText(mails)} of them by mail`
}
