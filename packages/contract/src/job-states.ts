/**
 * `scheduled` waits for its time, which is also how a failed attempt waits for the next one. `dead` has used up its
 * attempts and stays until a person retries it. In a file without schemas, because the page needs it at once.
 */
export const JOB_STATES = ['running', 'waiting', 'scheduled', 'dead'] as const
export type JobState = (typeof JOB_STATES)[number]
