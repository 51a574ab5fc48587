import type { DISCORD_START } from '@slipstream/contract/auth'

/** Imports only the type: a link does not need the contract's schemas. */
export const START_AT_DISCORD: typeof DISCORD_START = '/api/auth/discord'
