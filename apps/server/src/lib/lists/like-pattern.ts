/** A LIKE pattern that matches texts containing the input; wildcards in the input are escaped. */
export const likePattern = (typed: string) => `%${typed.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
