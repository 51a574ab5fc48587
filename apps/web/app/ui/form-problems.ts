import type * as z from 'zod/mini'
import { ApiError } from '#lib/request.ts'
import { failureText } from '#ui/failure-text.ts'

/** What is wrong, by field. */
export type Problems<Name extends string> = Partial<Record<Name, string>>

/** How a form sorts what is wrong to its fields. */
export interface ProblemRules<Name extends string> {
  /** What the fields hold at first; its keys are their names. */
  initial: Record<Name, unknown>
  /** Better sentences than the schema's. */
  words?: Problems<Name>
  /** The field that shows a problem with a part of the body of another name. */
  partOf?: Partial<Record<string, Name>>
  /** Better sentences than the server's, by the code of the refusal. */
  wordsFor?: Partial<Record<string, string>>
  /** What to say about a refusal without a sentence of the server; null says nothing. */
  explain?: (error: unknown) => string | null
  /** Refusals that are about one field, by their code. */
  fieldOf?: Partial<Record<string, Name>>
  /** The field that shows whatever goes wrong, in a form that has only one. */
  onlyField?: Name
}

interface Issue {
  part: string
  message: string
}

/** The first sentence for each field. */
const byField = <Name extends string>(issues: readonly Issue[], { initial, partOf = {} }: ProblemRules<Name>) => {
  const problems: Problems<Name> = {}
  for (const { part, message } of issues) {
    const name = partOf[part] ?? (part in initial ? (part as Name) : undefined)
    if (name !== undefined) problems[name] ??= message
  }
  return problems
}

/** What the schema says about what would be sent. */
export const problemsWith = <Name extends string>(
  schema: z.ZodMiniType | undefined,
  body: unknown,
  rules: ProblemRules<Name>,
): Problems<Name> => {
  const issues = schema?.safeParse(body).error?.issues ?? []
  const found = byField(
    issues.map(({ path, message }) => ({ part: String(path[0]), message })),
    rules,
  )
  const better = Object.entries(rules.words ?? {}).filter(([name]) => name in found)
  return { ...found, ...Object.fromEntries(better) }
}

/** What is known of a failed call; nothing of any other failure. */
const partsOf = (error: unknown) =>
  error instanceof ApiError
    ? { code: error.code ?? '', reason: error.reason, issues: error.issues }
    : { code: '', reason: undefined, issues: [] }

/** Sorts what the server said to where a person looks for it. */
export const readRefusal = <Name extends string>(
  error: unknown,
  { explain = failureText, fieldOf = {}, wordsFor = {}, onlyField, ...rules }: ProblemRules<Name>,
): { problems: Problems<Name>; failure: string | null } => {
  const { code, reason, issues } = partsOf(error)
  const text = wordsFor[code] ?? reason ?? explain(error)
  const sorted = byField<Name>(
    issues.map(({ path, message }) => ({ part: path.split('/')[1] ?? '', message })),
    rules,
  )
  const isSorted = Object.keys(sorted).length > 0
  const named = fieldOf[code] ?? (isSorted ? undefined : onlyField)
  if (named !== undefined && text !== null) return { problems: { [named]: text } as Problems<Name>, failure: null }
  return { problems: sorted, failure: isSorted ? null : text }
}
