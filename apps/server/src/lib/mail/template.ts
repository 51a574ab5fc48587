import type { TemplateWords } from '@slipstream/contract/templates'
import { type Letter, type Sender, text } from './letter.ts'

const PLACEHOLDER = /\{\{\s*(\w{1,40})\s*\}\}/g

/** The values of a letter's own variables; every letter also knows the store's name. */
const variablesOf = ({ template }: Letter, { storeName }: Pick<Sender, 'storeName'>): Record<string, string> => ({
  ...template?.variables,
  storeName,
})

/** One pass, so braces inside a value stay as they are. A template has no logic and can access nothing else. */
const fillIn = (words: string, variables: Record<string, string>) =>
  words.replaceAll(PLACEHOLDER, (_, name: string) => (Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''))

/** Adds the creator's texts to a letter. The layout, the links, the button and the footer stay the store's. */
export const withTemplate = (letter: Letter, sender: Sender): Letter => {
  const words = letter.template && sender.templates?.[letter.template.name]
  return words ? applyWords(letter, words, sender) : letter
}

export const applyWords = (letter: Letter, { subject, intro, outro }: TemplateWords, sender: Sender): Letter => {
  const variables = variablesOf(letter, sender)
  return {
    ...letter,
    ...(subject !== '' && { subject: fillIn(subject, variables) }),
    body: [...(intro === '' ? [] : [text(fillIn(intro, variables))]), ...letter.body],
    after: [...(letter.after ?? []), ...(outro === '' ? [] : [text(fillIn(outro, variables))])],
  }
}

/** The variables of a letter, with the values they have in it. */
export const listVariables = (letter: Letter, sender: Sender) =>
  Object.entries(variablesOf(letter, sender)).map(([name, example]) => ({ name, example }))

/** What is wrong with a template's text, or null. It may use only the variables of its letter. */
export const templateProblem = (words: string, known: readonly string[]): string | null => {
  // Removing the placeholder from {{{name}}} leaves only single braces, so triple braces are searched for in the full
  // text.
  const hasStray = /\{\{|\}\}/.test(words.replaceAll(PLACEHOLDER, '')) || /\{{3}|\}{3}/.test(words)
  const names = [...words.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
  const unknown = names.find((name) => !known.includes(name))
  if (unknown !== undefined) return `This mail has no variable "${unknown}". It has: ${known.join(', ')}.`
  return hasStray ? 'Write a variable as {{name}}, without anything else between the braces.' : null
}
