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

/** The release that publishing would show: an offered one, else the newest checked draft. The list has drafts first. */
export const releaseToShow = (releases: readonly AdminRelease[]) =>
  releases.find(({ status }) => status === 'published') ?? releases.find(couldBeShown)

/** While an archive is still being checked, its release can already be marked as tested. */
export const releaseToTest = (releases: readonly AdminRelease[]) =>
  releaseToShow(releases) ?? releases.find(({ status }) => status === 'draft')

const isTested = (releases: readonly AdminRelease[]) => (releaseToTest(releases)?.gameVersions.length ?? 0) > 0

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
  { section: 'price', label: 'A price', isMet: typed.price.trim() !== '' },
  { section: 'price', label: 'A category', isMet: typed.categoryId !== '' },
  { section: 'pictures', label: 'A picture', isMet: pictures > 0 },
  { section: 'releases', label: 'A release with a checked archive', isMet: releases.some(couldBeShown) },
  { section: 'price', label: 'A tested game version', isMet: isTested(releases) },
  ...(hasProblems ? [{ section: 'basics', label: 'Valid values in all fields', isMet: false }] : []),
]
