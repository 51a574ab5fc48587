/**
 * How often a race is run. One round finds common faults in seconds; before a release run RACE_ROUNDS=50 npx vitest
 * run --project server race.
 */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)

/**
 * How many of the 120 orders of five events are tried, and how many random changes. `npm run subscription-orders` tries
 * all orders and a thousand changes.
 */
export const SUBSCRIPTION_ORDERS = Number(process.env.SUBSCRIPTION_ORDERS ?? 4)
export const SUBSCRIPTION_CHANGES = Number(process.env.SUBSCRIPTION_CHANGES ?? 12)
