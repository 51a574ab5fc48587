import { createHash } from 'node:crypto'

/** What makes two logged errors the same. */
export interface ErrorCause {
  fingerprint: string
  name: string
  /** The function and file that threw; empty if unknown. */
  place: string
  /** An example message, without secrets. */
  message: string
}

/** The errors with one cause in one process since the last batch. */
export interface CountedErrors extends ErrorCause {
  /** The kind of process. */
  source: string
  count: number
  firstAt: number
  lastAt: number
}

interface LoggedError {
  msg?: unknown
  task?: unknown
  err?: { type?: unknown; message?: unknown; stack?: unknown }
}

/** Redacting costs time, and attackers control the length of some messages. */
const LONGEST_READ = 1_000
const LONGEST_MESSAGE = 300
const LONGEST_NAME = 80
const LONGEST_PLACE = 160

/** Reads the cause from a logged JSON line. Values that differ from case to case do not make a new cause. */
export const causeOf = (json: string, source: string, redact: (text: string) => string): ErrorCause => {
  const { msg, task, err } = parsed(json)
  const name = textOf(err?.type, 'Logged error').slice(0, LONGEST_NAME)
  const place = placeOf(textOf(err?.stack, '')) || textOf(task, '').slice(0, LONGEST_PLACE)
  const text = oneLine(textOf(err?.message, '') || textOf(msg, 'unknown').slice(0, LONGEST_READ))
  const message = redact(text).slice(0, LONGEST_MESSAGE)
  const fingerprint = createHash('sha256')
    .update([source, name, place, normalized(message)].join('\n'))
    .digest('hex')
    .slice(0, 32)
  return { fingerprint, name, place, message }
}

const parsed = (json: string): LoggedError => {
  try {
    return JSON.parse(json) as LoggedError
  } catch {
    return { msg: json }
  }
}

const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise)

const oneLine = (text: string) => text.slice(0, LONGEST_READ).replaceAll(/\s+/g, ' ').trim()

/** Replaces ids, amounts, times and quoted names, which differ from case to case. */
const normalized = (message: string) =>
  message.replaceAll(/"[^"]{0,200}"|'[^']{0,200}'|“[^”]{0,200}”/g, '"…"').replaceAll(/\b[\da-f]{8,}\b|\d+/gi, '#')

/** The first frame in our own code, without its line: lines move with every release. */
const placeOf = (stack: string) => {
  for (const line of stack.split('\n', 30)) {
    const [, called = '', file = ''] =
      /^\s{0,16}at (?:async )?(?:(\S{1,100}) \()?(?:file:\/\/)?([^():]{1,400}):\d+:\d+\)?$/.exec(line) ?? []
    if (file === '' || file.includes('node_modules') || file.startsWith('node')) continue
    const short = /(?:apps|packages)\/.+$/.exec(file)?.[0] ?? file.split('/').at(-1) ?? file
    return [called, short].filter(Boolean).join(' in ').slice(0, LONGEST_PLACE)
  }
  return ''
}
