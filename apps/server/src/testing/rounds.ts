/**
 * How often a race is run. A few rounds find common faults in seconds; before a release run RACE_ROUNDS=50 npx vitest
 * run --project server race.
 */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
