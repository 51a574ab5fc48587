import type { DestinationStream } from 'pino'

interface LogLine {
  level: number
  msg: string
  [key: string]: unknown
}

/** A log destination that collects what was written. */
export const collectLogLines = () => {
  const written: string[] = []
  const destination: DestinationStream = { write: (line) => written.push(line) }
  return {
    destination,
    text: () => written.join(''),
    lines: () => written.map((line) => JSON.parse(line) as LogLine),
  }
}
