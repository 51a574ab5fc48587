import type { AdminRelease } from '@slipstream/contract/releases'
import type { TypedMod } from './typed-mod.ts'

interface ReadinessFacts {
  typed: TypedMod
  pictures: number
  releases: readonly AdminRelease[]
  hasProblems: boolean
}

/** One that is out, or a checked draft, which goes along when the mod is published. */
const couldBeShown = ({ status, uploadId, uploadStatus }: AdminRelease) =>
  status === 'published' || (status === 'draft' && (uploadId === null || uploadStatus === 'ready'))

export interface Requirement {
  /** The section that it is met in. */
  section: string
  label: string
  isMet: boolean
}

/** What a mod needs before everybody may see it; the server asks for the same. */
export const requirementsOf = ({ typed, pictures, releases, hasProblems }: ReadinessFacts): Requirement[] => [
  { section: 'basics', label: 'A title', isMet: typed.title.trim() !== '' },
  { section: 'basics', label: 'A short description', isMet: typed.description.trim() !== '' },
  { section: 'pictures', label: 'A picture', isMet: pictures > 0 },
  { section: 'releases', label: 'A release with a checked archive', isMet: releases.some(couldBeShown) },
  ...(hasProblems ? [{ section: 'basics', label: 'Valid values in all fields', isMet: false }] : []),
]
