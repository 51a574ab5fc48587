/** Runs the checks that need no services, two at a time, and prints the output of each when it ends. */
import './route-types.ts'
import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = path.resolve(import.meta.dirname, '..')
/** The slowest first, so that none of them is left to run alone at the end. */
const CHECKS = [
  'npm run --silent lint',
  'node tools/check-types.ts',
  'npm run --silent knip',
  'npm run --silent lint:rooms',
  'npm run --silent lint:sql',
  'npm run --silent format:check',
  'npm run --silent lint:words',
  'npm run --silent lint:names',
]
const AT_ONCE = 2

const run = async (check: string) => {
  const began = performance.now()
  const child = spawn(`${check} 2>&1`, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const said = await text(child.stdout)
  const isRight = (await ended) === 0
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`--- ${check}: ${isRight ? 'ok' : 'failed'} after ${seconds} s\n${said}`)
  return isRight
}

const waiting = [...CHECKS]
const failed: string[] = []
const work = async () => {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
    if (!(await run(check))) failed.push(check)
}
await Promise.all(Array.from({ length: AT_ONCE }, work))

if (failed.length > 0) {
  console.error(`failed: ${failed.join(', ')}`)
  process.exit(1)
}
