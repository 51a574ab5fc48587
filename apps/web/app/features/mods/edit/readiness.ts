import type { AdminRelease } from '@slipstream/contract/releases'
import type { TypedMod } from './typed-mod.ts'

interface ReadinessFacts {
  typed: TypedMod
  pictures: number
  releases: readonly AdminRelease[]
  hasProblems: boolean
}

/** A published release, or a checked draft that is published together with the mod. */
const couldBeShown = ({ status, uploadId, uploadStatus }: AdminRelease) =>
  status === 'published' || (status === 'draft' && (uploadId === null || uploadStatus === 'ready'))

export interface Requirement {
  /** The section where it can be fixed. */
  section: string
  label: string
  isMet: boolean
}

/** What a mod needs before it can be published; the server requires the same. */
export const requirementsOf = ({ typed, pictures, releases, hasProblems }: ReadinessFacts): Requirement[] => [
  { section: 'basics', label: 'A title', isMet: typed.title.trim() !== '' },
  { section: 'basics', label: 'A short description', isMet: typed.description.trim() !== '' },
  { section: 'pictures', label: 'A picture', isMet: pictures > 0 },
  { section: 'releases', label: 'A release with a checked archive', isMet: releases.some(couldBeShown) },
  ...(hasProblems ? [{ section: 'basics', label: 'Valid values in all fields', isMet: false }] : []),
]
