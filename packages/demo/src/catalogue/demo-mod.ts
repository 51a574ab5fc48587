import type { Drivetrain } from '@slipstream/contract/spec-sheet'

export interface DemoConfiguration {
  name: string
  bodyStyle: string
  engine: string
  fuel: string
  powerKw: number
  torqueNm: number
  drivetrain: Drivetrain
  transmission: string
  massKg: number
  topSpeedKmh: number
  sprintS: number
  /** Why its top speed is below that of a weaker sibling. Only documentation; not stored. */
  slowerBecause?: string
}

type DemoView = 'front' | 'rear' | 'lights' | 'wheels'

export interface DemoRelease {
  version: string
  daysAgo: number
  gameVersions: string[]
  changes: string[]
}

interface DemoCompatibility {
  gameVersion: string
  state: 'confirmed' | 'unconfirmed' | 'broken' | 'fixed'
  fixedIn?: string
  note: string
}

/** A complaint, and the workshop's reply. */
export interface Gripe {
  text: string
  reply?: string
}

/** Review phrases about one vehicle, or one kind of vehicle. */
export interface ReviewWords {
  titles: string[]
  praise: string[]
  gripes: Gripe[]
}

export type ReviewKind = 'track' | 'sideways' | 'rally' | 'trail' | 'classic' | 'work'

interface DemoReviews extends ReviewWords {
  kind: ReviewKind
  approved: number
  pending: number
  rejected: number
  /** Of a hundred reviews, how many give five stars, four, … one. */
  stars: [number, number, number, number, number]
  /** The most helpful review, written out. */
  best: { author: string; rating: number; title: string; body: string; helpfulCount: number; featuredOrder?: number }
}

export interface DemoMod {
  slug: string
  category: string
  title: string
  make: string
  description: string
  about: string[]
  tags: string[]
  requirements: string[]
  priceCents: number
  sale?: { priceCents: number; startedDaysAgo: number; endsInDays: number }
  includedWithPremium?: true
  featuredOrder?: number
  /** Lists show the first. */
  configurations: DemoConfiguration[]
  /** Newest first. The mod was published with the last one. */
  releases: [DemoRelease, ...DemoRelease[]]
  /** The compatibility of the newest release. */
  compatibility: DemoCompatibility[]
  /** Slugs. */
  related: string[]
  /** Alt text of each picture. */
  pictures: Record<DemoView, string>
  /** Captions below some of the pictures. */
  captions?: Partial<Record<DemoView, string>>
  /** The pictures that were taken in the game. */
  inGame?: readonly DemoView[]
  reviews: DemoReviews
}
