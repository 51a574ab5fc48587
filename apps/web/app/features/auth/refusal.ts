import { ApiError } from '#lib/request.ts'

export type Problems<Name extends string> = Partial<Record<Name, string>>

interface Refusal<Name extends string> {
  /** Shown above the button. */
  failure: string | null
  /** Shown at the fields. */
  problems: Problems<Name>
}

interface Words<Name extends string> {
  names: readonly Name[]
  /** Shown when the server sent no message. */
  defaultText: (error: unknown) => string
  /** Error codes that belong to one field. */
  fieldOf: Partial<Record<string, Name>>
}

/** Maps a server error to the place where the user looks for it. */
export const readRefusal = <Name extends string>(error: unknown, words: Words<Name>): Refusal<Name> => {
  const text = (error instanceof ApiError && error.reason) || words.defaultText(error)
  if (!(error instanceof ApiError)) return { failure: text, problems: {} }
  const field = error.code === undefined ? undefined : words.fieldOf[error.code]
  if (field !== undefined) return { failure: null, problems: { [field]: text } as Problems<Name> }

  const problems: Problems<Name> = {}
  for (const { path, message } of error.issues) {
    const name = words.names.find((each) => path === `/${each}`)
    if (name !== undefined) problems[name] ??= message
  }
  return { failure: Object.keys(problems).length > 0 ? null : text, problems }
}
