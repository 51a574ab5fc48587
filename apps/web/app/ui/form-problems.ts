import type * as z from 'zod/mini'
import { ApiError } from '#lib/request.ts'
import { failureText } from '#ui/failure-text.ts'

/** What is wrong, by field. */
export type Problems<Name extends string> = Partial<Record<Name, string>>

/** How a form assigns problems to its fields. */
export interface ProblemRules<Name extends string> {
  /** The initial values of the fields; the keys are the field names. */
  initial: Record<Name, unknown>
  /** Texts that replace the schema's messages. */
  words?: Problems<Name>
  /** Maps a part of the request body to the field that shows its problem, where their names differ. */
  partOf?: Partial<Record<string, Name>>
  /** Texts that replace the server's message, by error code. */
  wordsFor?: Partial<Record<string, string>>
  /** The text for a failure without a message from the server; null shows nothing. */
  explain?: (error: unknown) => string | null
  /** The field that an error is about, by error code. */
  fieldOf?: Partial<Record<string, Name>>
  /** The field that shows every problem, in a form that has only one. */
  onlyField?: Name
}

interface Issue {
  part: string
  message: string
}

/** The first message for each field. */
const byField = <Name extends string>(issues: readonly Issue[], { initial, partOf = {} }: ProblemRules<Name>) => {
  const problems: Problems<Name> = {}
  for (const { part, message } of issues) {
    const name = partOf[part] ?? (part in initial ? (part as Name) : undefined)
    if (name !== undefined) problems[name] ??= message
  }
  return problems
}

/** The schema's problems with the request body. */
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

/** The details of a failed API call; empty for any other failure. */
const partsOf = (error: unknown) =>
  error instanceof ApiError
    ? { code: error.code ?? '', reason: error.reason, issues: error.issues }
    : { code: '', reason: undefined, issues: [] }

/** Assigns the server's messages to the fields they are about, and the rest to the form. */
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
