/** Stripe's limit for one evidence field, in characters. */
const EVIDENCE_FIELD_MAX = 20_000
/** Reserved for the last line, which counts the lines left out. */
const LAST_LINE_MAX = 50

/** As many of the first lines as fit into one field, then the number of lines left out. */
export const fitLines = (lines: readonly string[], all: number): string => {
  const kept: string[] = []
  let length = 0
  for (const line of lines) {
    length += line.length + 1
    if (length > EVIDENCE_FIELD_MAX - LAST_LINE_MAX) break
    kept.push(line)
  }
  const more = all - kept.length
  return [...kept, ...(more > 0 ? [`And ${more} more downloads.`] : [])].join('\n')
}

export const fitText = (text: string): string =>
  text.length <= EVIDENCE_FIELD_MAX ? text : `${text.slice(0, EVIDENCE_FIELD_MAX - 1)}…`
