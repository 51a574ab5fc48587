import { START_AT_DISCORD } from '#lib/discord-start.ts'
import type { SectionId } from './section-titles.ts'

const address = (purpose: 'link' | 'prove', next: string) =>
  `${START_AT_DISCORD}?${new URLSearchParams({ purpose, next }).toString()}`

/** These leave the page for Discord and come back to it. */
export const discordLinkAddress = address('link', '/profile')
export const discordProofAddress = (section: SectionId | null) =>
  address('prove', section === null ? location.pathname + location.search : `/profile?confirmed=${section}`)
