import type { Route } from './routes.ts'

/** One route, measured once. */
export interface Round {
  requestsPerSecond: number
  /** Based on the time of all processes: the server, PostgreSQL and Redis. */
  perCpuSecond: number
  /** Based on the time of the server alone. */
  perNodeCpuSecond: number
  p50Ms: number
  p99Ms: number
  /** Size of one answer with its headers. */
  bytes: number
}

export interface RouteSummary extends Round {
  name: string
  /** Requests per CPU-second as a share of bare Fastify's in the same round. */
  ofBare: number
  reference: string
  ofReference: number
  budget: number | null
  leastPerCpuSecond: number | null
  rounds: readonly Round[]
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]]
  if (low === undefined || high === undefined) throw new Error('no median of an empty list')
  return (low + high) / 2
}

/** Medians over the rounds. Ratios are taken within a round, where both sides see the same noise. */
export const summarise = (
  routes: readonly Route[],
  measured: ReadonlyMap<string, readonly Round[]>,
): RouteSummary[] => {
  const roundsOf = (name: string) => {
    const rounds = measured.get(name)
    if (!rounds) throw new Error(`${name} was not measured`)
    return rounds
  }
  const ratio = (name: string, reference: string) => {
    const others = roundsOf(reference)
    return median(
      roundsOf(name).map(({ perCpuSecond }, round) => perCpuSecond / (others[round]?.perCpuSecond ?? Number.NaN)),
    )
  }
  return routes.map(({ name, reference, budget, leastPerCpuSecond }) => {
    const rounds = roundsOf(name)
    const middle = (key: keyof Round) => median(rounds.map((round) => round[key]))
    return {
      name,
      requestsPerSecond: middle('requestsPerSecond'),
      perCpuSecond: middle('perCpuSecond'),
      perNodeCpuSecond: middle('perNodeCpuSecond'),
      ofBare: ratio(name, 'bare fastify'),
      reference,
      ofReference: ratio(name, reference),
      budget: budget ?? null,
      leastPerCpuSecond: leastPerCpuSecond ?? null,
      p50Ms: middle('p50Ms'),
      p99Ms: middle('p99Ms'),
      bytes: middle('bytes'),
      rounds,
    }
  })
}
