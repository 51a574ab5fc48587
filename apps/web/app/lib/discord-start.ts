import type { DISCORD_START } from '@slipstream/contract/auth'

/** Only the type comes from the contract: its schemas are not needed to draw a link. */
export const START_AT_DISCORD: typeof DISCORD_START = '/api/auth/discord'
