/** The answer of a call that only has to say that it worked. */
export const done = (message: string) => ({ success: true as const, message })
