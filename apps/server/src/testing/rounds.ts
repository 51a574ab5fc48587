/**
 * How often a race is run. Few rounds find a fault that is there often, in seconds; before a release the races are run
 * at their full figure: RACE_ROUNDS=50 npx vitest run --project server race.
 */
export const RACE_ROUNDS = Number(process.env.RACE_ROUNDS ?? 1)
