const LEVELS: Record<number, string> = { 10: 'TRACE', 20: 'DEBUG', 30: 'INFO', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' }
const MOST_CHARACTERS = 600
/** Redacting costs time, and strangers choose the path and part of some messages. */
const MOST_REDACTED = 2_000
const LONGEST_PATH = 500
/** Fields that have their own place in the line, or that are never shown, such as the IP address of a person. */
const LEFT_OUT = new Set(['level', 'time', 'pid', 'hostname', 'msg', 'err', 'ip', 'reqId'])

interface LoggedLine extends Record<string, unknown> {
  level?: number
  time?: number
  msg?: string
  reqId?: string
  err?: { type?: string; message?: string }
}

/** One logged JSON line as a line of text without secrets: time, level, source, message. */
export const formatLogLine = (json: string, source: string, redact: (text: string) => string): string => {
  const line = parsed(json)
  const isAnswer = line.msg === 'answered' && typeof line.path === 'string'
  const text = isAnswer ? answerText(line) : messageText(line)
  const head = `${new Date(line.time ?? 0).toISOString()} ${LEVELS[line.level ?? 30] ?? 'INFO'} ${isAnswer ? 'http' : source}`
  const request = typeof line.reqId === 'string' ? ` request=${line.reqId.slice(0, 36)}` : ''
  return `${head} ${redact(cut(oneLine(text), MOST_REDACTED, ' ')).slice(0, MOST_CHARACTERS)}${request}`
}

const parsed = (json: string): LoggedLine => {
  try {
    return JSON.parse(json) as LoggedLine
  } catch {
    return { msg: json }
  }
}

const answerText = ({ method, path, status, ms }: LoggedLine) =>
  [method, cut(String(path), LONGEST_PATH, '/'), status, ms, 'ms'].join(' ')

const messageText = (line: LoggedLine) => {
  const fields = Object.entries(line).flatMap(([name, value]) =>
    LEFT_OUT.has(name) || !isScalar(value) ? [] : `${name}=${value}`,
  )
  const error = line.err?.message === undefined ? [] : `${line.err.type ?? 'Error'}: ${line.err.message}`
  return [line.msg ?? '', ...fields].concat(error).join(' ')
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Cuts after a separator: half a secret would not be recognized as one. */
const cut = (text: string, most: number, separator: string) =>
  text.length <= most ? text : `${text.slice(0, text.lastIndexOf(separator, most) + 1)}…`
