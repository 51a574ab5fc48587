import type { TemplateWords } from '@slipstream/contract/templates'

const PLACEHOLDER = /\{\{\s*(\w{1,40})\s*\}\}/g

/** Mirrors the server's rule to explain a mistyped variable at once. The server has the final say. */
const problemOf = (words: string, known: readonly string[]) => {
  const unknown = [...words.matchAll(PLACEHOLDER)].find(([, name = '']) => !known.includes(name))
  if (unknown) return `This mail has no variable "${unknown[1]}". It has: ${known.join(', ')}.`
  const hasStray = /\{\{|\}\}/.test(words.replaceAll(PLACEHOLDER, '')) || /\{{3}|\}{3}/.test(words)
  return hasStray ? 'Write a variable as {{name}}, without anything else between the braces.' : null
}

export const problemsWith =
  (known: readonly string[]) =>
  (words: TemplateWords): Partial<Record<keyof TemplateWords, string>> =>
    Object.fromEntries(
      Object.entries(words).flatMap(([field, text]) => {
        const problem = problemOf(text, known)
        return problem === null ? [] : [[field, problem]]
      }),
    )
