/** The body of a call that only reports success. */
export const done = (message: string) => ({ success: true as const, message })
