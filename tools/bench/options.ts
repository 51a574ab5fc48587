import { parseArgs } from 'node:util'

export const USAGE = `npm run bench -- [options]
  --rounds N       rounds per route (3)
  --seconds N      duration of a round in seconds (4)
  --connections N  concurrent connections (32)
  --only NAME      measure this route and its reference; repeatable
  --json FILE      also write the figures of all rounds to FILE`

export interface Options {
  rounds: number
  seconds: number
  connections: number
  only: string[]
  json?: string
}

export const readOptions = (args: readonly string[]): Options => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: '32' },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
    },
  })
  return {
    rounds: positive('rounds', values.rounds),
    seconds: positive('seconds', values.seconds),
    connections: positive('connections', values.connections),
    only: values.only,
    ...(values.json !== undefined && { json: values.json }),
  }
}

const positive = (name: string, text: string) => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`--${name} must be a whole number above 0, not "${text}"`)
  return number
}
