import type { Operation } from './operations.ts'
import type { TallyResult } from './tally.ts'
import { CANNOT_SUCCEED } from './unreached.ts'

interface FuzzResult extends TallyResult {
  operations: readonly Operation[]
  people: Record<string, number>
  seconds: number
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })
const SHOWN = 40

/** Operations that never succeeded, although they are not listed as unable to succeed. */
const unexplained = ({ operations, reached }: FuzzResult) =>
  operations.filter(({ name }) => !reached.has(name) && !(name in CANNOT_SUCCEED)).map(({ name }) => name)

/** The verdicts of a run. Each counts as one test. */
export const verdictOf = (result: FuzzResult) => {
  const missing = unexplained(result)
  const checks: [string, boolean][] = [
    ['no answer is a server error, lost, without security headers or malformed', result.faultCount === 0],
    ['503 stays rare', !result.isTooOftenUnavailable],
    [
      `every operation succeeded once or has a reason why it cannot${missing.length > 0 ? `: ${missing.join(', ')}` : ''}`,
      missing.length === 0,
    ],
  ]
  return {
    passed: checks.filter(([, isRight]) => isRight).map(([sentence]) => sentence),
    failed: checks.filter(([, isRight]) => !isRight).map(([sentence]) => sentence),
  }
}

export const printReport = (result: FuzzResult, { requests, seed }: { requests: number; seed: number }) => {
  const { operations, reached, seconds, byStatus, faults, faultCount, people } = result
  const succeeded = operations.filter(({ name }) => reached.has(name)).length
  console.log(
    `${number.format(result.total)} of ${number.format(requests)} requests, seed ${seed}, in ${number.format(seconds / 60)} minutes (${number.format(result.total / seconds)}/s)`,
  )
  console.log(
    `operations: ${operations.length}, succeeded ${succeeded}, cannot succeed ${operations.length - succeeded}`,
  )
  for (const { name } of operations)
    if (!reached.has(name)) console.log(`  ${name}: ${CANNOT_SUCCEED[name] ?? 'no reason given'}`)
  console.log(
    `answers: ${Object.entries(byStatus)
      .map(([status, count]) => `${status} x ${number.format(count)}`)
      .join(', ')}`,
  )
  console.log(
    `limited (429): ${percent.format(result.limitedShare)}; accounts used: ${people.customer} customers, ${people.admin} admins`,
  )
  for (const [reason, count] of result.unavailable) console.log(`503 x ${count}: ${reason}`)
  for (const { milliseconds, index, name, url } of result.slowest)
    console.log(`slow: ${milliseconds} ms, request ${index}, ${name} ${url}`)
  for (const [name, milliseconds] of result.costliest)
    console.log(`costly: ${number.format(milliseconds / 1_000)} s in all, ${name}`)
  console.log(`faults: ${faultCount}`)
  const kinds = Map.groupBy(faults, ({ fault, request }) => `${fault}: ${request.name}`)
  for (const [kind, [first, ...more]] of [...kinds].slice(0, SHOWN)) {
    const { index, request, answer } = first!
    console.log(
      `fault x ${more.length + 1}: ${kind}\n  request ${index}: ${JSON.stringify({ ...request, body: request.body?.slice(0, 600) })}\n  answer: ${answer}`,
    )
  }
}
