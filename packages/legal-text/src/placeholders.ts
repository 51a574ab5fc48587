import type { LegalRun } from '@slipstream/contract/legal-documents'
import { LEGAL_VALUES, type LegalBlockName, type LegalValue } from '@slipstream/contract/legal-terms'

const PLACEHOLDER = /\{\{\s*(\w{1,40})\s*\}\}/g
const ALONE = /^\s*\{\{\s*(\w{1,40})\s*\}\}\s*$/

const isValue = (name: string): name is LegalValue => (LEGAL_VALUES as readonly string[]).includes(name)

/** The generated parts that a paragraph consists of, one per line; null if it contains anything else. */
export const blocksAlone = (words: string, blocks: readonly LegalBlockName[]): LegalBlockName[] | null => {
  const names = words.split('\n').map((line) => blocks.find((block) => block === ALONE.exec(line)?.[1]))
  return names.every((name) => name !== undefined) ? names : null
}

/** Text and values in their order. Anything that is not a placeholder of this document stays as it was typed. */
export const splitPlaceholders = (
  words: string,
  blocks: readonly LegalBlockName[],
  complain: (message: string) => void,
): LegalRun[] => {
  const problem = problemOf(words, blocks)
  if (problem !== null) complain(problem)
  const runs: LegalRun[] = []
  let end = 0
  for (const match of words.matchAll(PLACEHOLDER)) {
    const [whole, name = ''] = match
    if (!isValue(name)) continue
    runs.push(words.slice(end, match.index), { value: name })
    end = match.index + whole.length
  }
  return [...runs, words.slice(end)].map(onOneLine).filter((run) => run !== '')
}

/** A line break in the text is a space on the page. */
const onOneLine = (run: LegalRun): LegalRun => (typeof run === 'string' ? run.replaceAll(/\s*\n\s*/g, ' ') : run)

const problemOf = (words: string, blocks: readonly string[]): string | null => {
  for (const [, name = ''] of words.matchAll(PLACEHOLDER)) {
    if (blocks.includes(name)) return `{{${name}}} stands for a table or a list: put it on a line of its own.`
    if (!isValue(name)) return `This text has no placeholder {{${name}}}.`
  }
  const hasStray = /\{\{|\}\}/.test(words.replaceAll(PLACEHOLDER, '')) || /\{{3}|\}{3}/.test(words)
  return hasStray ? 'Write a placeholder as {{name}}, without anything else between the braces.' : null
}
