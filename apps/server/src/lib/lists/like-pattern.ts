const escaped = (typed: string) => typed.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A LIKE pattern that matches texts containing the input; wildcards in the input are escaped. */
export const likePattern = (typed: string) => `%${escaped(typed)}%`

/** The same for texts that begin with the input. */
export const prefixPattern = (typed: string) => `${escaped(typed)}%`
