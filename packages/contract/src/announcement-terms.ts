/** In a file without schemas, so that pages can use it without loading them. */
export const ANNOUNCEMENT_KINDS = ['mod', 'release', 'sale'] as const
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number]

export const ANNOUNCEMENT_STATES = [
  'waiting',
  'sending',
  'posted',
  /** Discord refused it. A person can post it again. */
  'refused',
  /** It is unknown whether Discord posted it. A person decides. */
  'unknown',
  /** A person decided not to post it, or it was old news. */
  'dismissed',
] as const
export type AnnouncementState = (typeof ANNOUNCEMENT_STATES)[number]

export interface RoleDriftCounts {
  missing: number
  extra: number
  unknown: number
}
