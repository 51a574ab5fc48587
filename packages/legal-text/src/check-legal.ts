import type { CheckedLegal, LegalProblem } from '@slipstream/contract/legal-admin'
import type { LegalDocument } from '@slipstream/contract/legal-terms'
import { parseLegal } from './parse-legal.ts'
import { missingStatements } from './statements.ts'

const TYPED_FIGURE = /\b\d+(?:\s?[-–]\s?\d+)?\s+(?:business\s+)?(?:days?|hours?|years?)\b/i

/** A text as its page will show it, and the problems found in it. */
export const checkLegal = (document: LegalDocument, body: string): CheckedLegal => {
  const { text, problems } = parseLegal(document, body)
  return { text, problems: [...problems, ...typedFigures(body)], missing: missingStatements(document, text) }
}

/** Advice only: a text may name periods that the store does not know. */
const typedFigures = (body: string): LegalProblem[] =>
  body.split('\n').flatMap((line, at) => {
    const figure = TYPED_FIGURE.exec(line)?.[0]
    if (!figure) return []
    const message = `“${figure}” is typed in. A placeholder would follow the store’s own figures.`
    return [{ line: at + 1, message, isBlocking: false }]
  })
