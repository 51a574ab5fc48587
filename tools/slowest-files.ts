/** A vitest reporter that lists the slowest test files, once there are enough to compare. */
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

interface TimedFile {
  file: string
  /** The full time of a file: environment, imports and tests. */
  ms: number
}

export const slowestFiles = (files: readonly TimedFile[]): string[] => {
  if (files.length <= SHOWN) return []
  const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, SHOWN)
  return ['slowest test files', ...slowest.map(({ file, ms }) => `${seconds.format(ms / 1000).padStart(8)} s  ${file}`)]
}

const timed = (module: TestModule): TimedFile => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return {
    file: relative(process.cwd(), module.moduleId),
    ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
  }
}

export default class SlowestFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    for (const line of slowestFiles(modules.map(timed))) console.log(line)
  }
}
