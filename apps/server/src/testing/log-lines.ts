import type { DestinationStream } from 'pino'

interface LogLine {
  level: number
  msg: string
  [key: string]: unknown
}

/** Somewhere for a logger to write to, and what was written there. */
export const collectLogLines = () => {
  const written: string[] = []
  const destination: DestinationStream = { write: (line) => written.push(line) }
  return {
    destination,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as LogLine),
  }
}
