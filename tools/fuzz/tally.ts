import type { FuzzRequest } from './build-request.ts'
import type { FuzzAnswer } from './send.ts'
import { faultOf, parseJson } from './verdict.ts'

interface Fault {
  fault: string
  index: number
  request: FuzzRequest
  answer: string
}

const KEPT_FAULTS = 200
const SLOWEST = 8
/** More 503 answers than this would hide failures. */
const MAX_UNAVAILABLE_SHARE = 0.01

/** Counts answers and collects their faults. */
export const createTally = () => {
  const byStatus = new Map<number, number>()
  const unavailable = new Map<string, number>()
  const reached = new Set<string>()
  const timeOf = new Map<string, number>()
  const faults: Fault[] = []
  let faultCount = 0
  let slowest: { milliseconds: number; index: number; name: string; url: string }[] = []

  const count = <Key>(counts: Map<Key, number>, key: Key, by = 1) => counts.set(key, (counts.get(key) ?? 0) + by)

  const noteSlow = (index: number, { name, url }: FuzzRequest, { milliseconds }: FuzzAnswer) => {
    if (slowest.length === SLOWEST && milliseconds <= slowest.at(-1)!.milliseconds) return
    slowest.push({ milliseconds: Math.round(milliseconds), index, name, url: url.slice(0, 100) })
    slowest = slowest.sort((a, b) => b.milliseconds - a.milliseconds).slice(0, SLOWEST)
  }

  const add = (index: number, request: FuzzRequest, answer: FuzzAnswer) => {
    count(timeOf, request.name, answer.milliseconds)
    count(byStatus, answer.status)
    if (answer.status >= 200 && answer.status < 300) reached.add(request.name)
    if (answer.status === 503) {
      const { code = 'no code' } = (parseJson(answer.text) ?? {}) as { code?: string }
      count(unavailable, `${request.name}: ${code}`)
    }
    noteSlow(index, request, answer)
    const fault = faultOf(request, answer)
    if (fault === null) return
    faultCount += 1
    if (faults.length < KEPT_FAULTS) faults.push({ fault, index, request, answer: answer.text.slice(0, 300) })
  }

  const total = () => [...byStatus.values()].reduce((sum, count) => sum + count, 0)
  const shareOf = (status: number) => (byStatus.get(status) ?? 0) / Math.max(1, total())

  return {
    add,
    /** Successes while preparing the run count too. */
    reach: (name: string) => reached.add(name),
    result: () => ({
      total: total(),
      byStatus: Object.fromEntries([...byStatus].sort(([a], [b]) => a - b)),
      limitedShare: shareOf(429),
      unavailable: [...unavailable].sort(([, a], [, b]) => b - a),
      isTooOftenUnavailable: shareOf(503) > MAX_UNAVAILABLE_SHARE,
      reached,
      faultCount,
      faults,
      slowest,
      costliest: [...timeOf].sort(([, a], [, b]) => b - a).slice(0, SLOWEST),
    }),
  }
}
export type TallyResult = ReturnType<ReturnType<typeof createTally>['result']>
