/** The machine lacks something that a person can supply; the message says what to do. */
export class Unprepared extends Error {}

/** Reports why a command failed: only what to do for an `Unprepared`, otherwise the whole error with its stack. */
export const printError = (error: unknown) => console.error(error instanceof Unprepared ? error.message : error)
