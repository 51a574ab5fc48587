/**
 * The parser needs seconds for a hostile text: thousands of emphasis marks that could pair up, or deeply nested lists.
 * No legal text comes close to these limits.
 */
const MOST_LINES = 2_000
const MOST_BRACKETS = 1_000
const MOST_EMPHASIS_MARKS = 300
const DEEPEST_LIST = 6

/** List markers at the beginning of a line: `- - 1. `. */
const MARKERS = /^(?:[ \t]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))+/

const count = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0

/** Why a text is too expensive to parse; null for every text that a person would write. */
export const findExcess = (body: string): { line: number | null; message: string } | null => {
  const lines = body.split(/\r\n|\n|\r/)
  if (lines.length > MOST_LINES) return { line: null, message: `Write at most ${MOST_LINES} lines.` }
  if (count(body, /[[\]<`]/g) > MOST_BRACKETS) return { line: null, message: 'There are too many brackets.' }
  const crowded = paragraphsIn(lines).find(({ text }) => count(text, /[*_]+/g) > MOST_EMPHASIS_MARKS)
  if (crowded) return { line: crowded.line, message: 'There is too much emphasis in this paragraph.' }
  const deep = lines.findIndex((line) => depthOf(line) > DEEPEST_LIST)
  return deep < 0 ? null : { line: deep + 1, message: 'These lists are nested too deeply. Use at most two levels.' }
}

const paragraphsIn = (lines: readonly string[]) => {
  const paragraphs: { line: number; text: string }[] = [{ line: 1, text: '' }]
  for (const [at, line] of lines.entries()) {
    const last = paragraphs.at(-1)
    if (line.trim() === '' || !last) paragraphs.push({ line: at + 2, text: '' })
    else last.text += `${line}\n`
  }
  return paragraphs
}

const depthOf = (line: string) => {
  const markers = MARKERS.exec(line)?.[0] ?? ''
  const indent = /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0
  return count(markers, /[-*+]|\d+[.)]/g) + (markers === '' ? 0 : Math.floor(indent / 2))
}
