import { currentSpan } from './current-span.ts'

const MOST_NAMES = 1_000
const OPERATION = /^[\s(]*([a-z]+)/i
/** A `from` that does not name a table. */
const OTHER_FROM = /\b(?:extract\s*\(\s*\w+|distinct)\s+from\b/gi
const TABLE = /\b(?:from|into|update|join)\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?/i

const names = new Map<string, string>()

/** What a statement does, such as `select mods`: its first word and its first table, none of its values. */
export const statementName = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const [, operation = 'statement'] = OPERATION.exec(text) ?? []
  const [, table] = TABLE.exec(text.replaceAll(OTHER_FROM, '')) ?? []
  const name = [operation.toLowerCase(), ...(table === undefined ? [] : [table.toLowerCase()])].join(' ')
  // Lists of ids create endless variants of a statement.
  if (names.size >= MOST_NAMES) names.clear()
  names.set(text, name)
  return name
}

/** Traces a statement. Returns a function to call when it ends, or null if nothing is traced here. */
export const traceQuery = (text: string): ((error?: unknown) => void) | null => {
  const parent = currentSpan.getStore()
  if (!parent) return null
  const name = statementName(text)
  const span = parent.begin(name, 'client', { 'db.system.name': 'postgresql', 'db.query.summary': name })
  return (error) => {
    if (error) span.fail(error)
    span.end()
  }
}
