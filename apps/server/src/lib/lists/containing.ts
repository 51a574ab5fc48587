/** A pattern for texts that contain what somebody typed, signs with a meaning to patterns included. */
export const containing = (typed: string) => `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
