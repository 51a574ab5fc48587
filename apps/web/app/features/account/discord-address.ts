import type { DISCORD_START } from '@slipstream/contract/auth'
import type { SectionId } from './section-titles.ts'

/** The type alone comes from the contract: its schemas are not needed to draw a link. */
const START: typeof DISCORD_START = '/api/auth/discord'

const address = (purpose: 'link' | 'prove', next: string) =>
  `${START}?${new URLSearchParams({ purpose, next }).toString()}`

/** These leave the page for Discord and come back to it. */
export const discordLinkAddress = address('link', '/profile')
export const discordProofAddress = (section: SectionId | null) =>
  address('prove', section === null ? location.pathname + location.search : `/profile?confirmed=${section}`)
