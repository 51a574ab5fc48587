/** The new text and the selection in it. */
export interface Edited {
  text: string
  from: number
  to: number
}

/** Wraps the selection in marks, or a placeholder word if nothing is selected. */
export const wrapped =
  (before: string, after: string, word: string) =>
  (text: string, from: number, to: number): Edited => {
    const chosen = text.slice(from, to) || word
    const start = from + before.length
    return {
      text: text.slice(0, from) + before + chosen + after + text.slice(to),
      from: start,
      to: start + chosen.length,
    }
  }

/** Puts a mark before every selected line. */
export const linePrefixed =
  (mark: string) =>
  (text: string, from: number, to: number): Edited => {
    const start = text.lastIndexOf('\n', from - 1) + 1
    const lines = text.slice(start, to).split('\n')
    const marked = lines.map((line) => mark + line).join('\n')
    return {
      text: text.slice(0, start) + marked + text.slice(to),
      from: from + mark.length,
      to: to + mark.length * lines.length,
    }
  }

/** Inserts a paragraph after the one with the cursor. */
export const blockInserted =
  (block: string) =>
  (text: string, _from: number, to: number): Edited => {
    const end = text.indexOf('\n\n', to)
    const at = end < 0 ? text.length : end
    const before = text.slice(0, at).trimEnd()
    const head = before === '' ? block : `${before}\n\n${block}`
    return { text: head + (end < 0 ? '' : text.slice(at)), from: head.length, to: head.length }
  }
