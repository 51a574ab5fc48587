import { START_AT_DISCORD } from '#lib/discord-start.ts'
import type { SectionId } from './section-titles.ts'

const address = (purpose: 'link' | 'prove', next: string) =>
  `${START_AT_DISCORD}?${new URLSearchParams({ purpose, next }).toString()}`

/** These links leave for Discord and come back to the profile, or without a section to the current page. */
export const discordLinkAddress = address('link', '/profile')
export const discordProofAddress = (section: SectionId | null) =>
  address('prove', section === null ? location.pathname + location.search : `/profile?confirmed=${section}`)
