/** The machine lacks something that a person can supply; the message says what to do. */
export class Unprepared extends Error {}

/** For the end of a command: what to do, or else the whole error with its stack. */
export const printError = (error: unknown) => console.error(error instanceof Unprepared ? error.message : error)
