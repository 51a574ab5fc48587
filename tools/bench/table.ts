import { missedBy } from './budgets.ts'
import type { RouteSummary } from './summary.ts'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const twoPlaces = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Each column is as wide as its widest cell. The first is left-aligned; the others are figures and right-aligned. */
export const alignedTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const routeTable = (summaries: readonly RouteSummary[]): string =>
  alignedTable([
    [
      'route',
      'req/s',
      'req/CPU-s',
      'req/node-CPU-s',
      'of bare',
      'p50 ms',
      'p99 ms',
      'bytes',
      'of its reference',
      'verdict',
    ],
    ...summaries.map((summary) => [
      summary.name,
      whole.format(summary.requestsPerSecond),
      whole.format(summary.perCpuSecond),
      whole.format(summary.perNodeCpuSecond),
      twoPlaces.format(summary.ofBare),
      twoPlaces.format(summary.p50Ms),
      twoPlaces.format(summary.p99Ms),
      whole.format(summary.bytes),
      summary.reference === 'bare fastify' ? '' : `${twoPlaces.format(summary.ofReference)} ${summary.reference}`,
      verdictOf(summary),
    ]),
  ])

const verdictOf = (summary: RouteSummary) => {
  if (summary.budget === null && summary.leastPerCpuSecond === null) return ''
  return missedBy(summary) === null ? 'kept' : 'missed'
}
