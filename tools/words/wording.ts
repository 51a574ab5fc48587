import { textsOf } from './texts.ts'

interface Rule {
  pattern: RegExp
  advice: string
}

const AMERICAN = 'use American spelling'

/** Phrases that make a reader stop. Each of them once occurred many times in this repository. */
const RULES: Rule[] = [
  { pattern: /\b(?:for|to|by|of|from) who\b(?![^.]*\?)/i, advice: 'name the person or the program' },
  { pattern: /^Who (?![^.]*\?)/, advice: 'name the person or the program, or ask a question' },
  { pattern: /\bwhoever\b/i, advice: 'name the person or the program: "a client that …", "anyone who …"' },
  { pattern: /\bsays (?:which|whether|how)\b/i, advice: 'say what it returns or checks' },
  { pattern: /(?<!\bas )\bso long\b(?! as| that)/i, advice: 'say "how long"' },
  { pattern: /(?<!\bthere )\b(?:is|are|was|were) none\b/, advice: 'say what is missing or does not happen' },
  { pattern: /\bthere (?:is|was) no such\b/i, advice: 'say what does not exist, and what to do' },
  { pattern: /\banew\b/i, advice: 'say "again", or "re-…" with the verb' },
  { pattern: /\b(?:colour|behaviour|favour|honour|neighbour|licence|grey\b|artefact)/i, advice: AMERICAN },
  { pattern: /(?<!-)\b(?:model|label|travel|cancel)l(?:ed|er|ing)\b|\bprogramme\b|\bfor ever\b/i, advice: AMERICAN },
  {
    pattern:
      /(?:anonym|author|categor|initial|maxim|minim|normal|optim|organ|recogn|serial|summar|synchron)is(?:e|ing|ation)/i,
    advice: AMERICAN,
  },
]

interface WordingProblem {
  line: number
  words: string
  advice: string
}

/**
 * The places in the comments, strings, JSX text or prose of a file that need rewording. Names in code are not checked.
 */
export const wordingProblems = (name: string, source: string): WordingProblem[] =>
  textsOf(name, source).flatMap(({ line, text }) =>
    RULES.flatMap(({ pattern, advice }) => {
      const match = pattern.exec(text.replaceAll('\n', ' '))
      if (!match) return []
      const before = text.slice(0, match.index).split('\n').length - 1
      return [{ line: line + before, words: text.slice(match.index, match.index + 60).split('\n', 1)[0] ?? '', advice }]
    }),
  )
