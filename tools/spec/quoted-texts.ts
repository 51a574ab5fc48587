const startsQuote = (before = ' ') => /[\s(/[]/.test(before)
const endsQuote = (after = ' ') => /[\s,;.:!?)/\]]/.test(after)

const closingQuote = (text: string, quote: string, from: number): number => {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === quote && endsQuote(text[at + 1])) return at
  }
  return -1
}

/**
 * The exact texts a statement quotes. An apostrophe is not a quote: an opening quote is at the start of a word, a
 * closing one before a space or punctuation. Code in backticks is skipped.
 */
export const quotedTexts = (statement: string): string[] => {
  const texts: string[] = []
  let at = 0
  while (at < statement.length) {
    const char = statement[at] ?? ''
    const isQuote = (char === "'" || char === '"') && startsQuote(statement[at - 1])
    const end = isQuote ? closingQuote(statement, char, at + 1) : char === '`' ? statement.indexOf('`', at + 1) : -1
    if (isQuote && end > at + 1) texts.push(statement.slice(at + 1, end))
    at = Math.max(end, at) + 1
  }
  return texts
}
