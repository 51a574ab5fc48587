/**
 * node tools/ci-total.ts FOLDER: prints the duration of each step and, as the last line, how many tests passed and
 * failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Count {
  passed: number
  failed: number
}

interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: unknown[]
}

/** A file that fails before its first test (such as a missing import) counts as one failure. */
export const countVitest = ({ testResults }: VitestReport): Count => {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
  const hasFailedTest = (file: VitestReport['testResults'][number]) =>
    file.assertionResults.some(({ status }) => status === 'failed')
  const brokenFiles = testResults.filter((file) => file.status === 'failed' && !hasFailedTest(file))
  return {
    passed: tests.filter((status) => status === 'passed').length,
    failed: tests.filter((status) => status === 'failed').length + brokenFiles.length,
  }
}

/**
 * Errors outside of tests (such as a server that did not start) count as failures. A test that passed on retry does
 * not.
 */
export const countPlaywright = ({ stats, errors }: PlaywrightReport): Count => ({
  passed: stats.expected + stats.flaky,
  failed: stats.unexpected + errors.length,
})

const read = (path: string): unknown => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

const printSteps = (path: string) => {
  if (!existsSync(path)) return
  const seconds = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  for (const line of readFileSync(path, 'utf8').trim().split('\n')) {
    const [name = '', milliseconds, status] = line.split('\t')
    const time = seconds.format(Number(milliseconds) / 1000).padStart(8)
    console.log(`${name.padEnd(12)}${time} s  ${status === '0' ? 'ok' : `failed (${status})`}`)
  }
}

const total = (folder: string) => {
  const vitest = read(join(folder, 'vitest.json')) as VitestReport | undefined
  const playwright = read(join(folder, 'playwright.json')) as PlaywrightReport | undefined
  const fuzz = read(join(folder, 'fuzz.json')) as Count | undefined
  const tests = [vitest && countVitest(vitest), playwright && countPlaywright(playwright), fuzz]
  const counts = tests.filter((count) => count !== undefined)
  printSteps(join(folder, 'steps.tsv'))
  if (counts.length === 0) return
  const sum = (key: keyof Count) => counts.reduce((all, count) => all + count[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}

if (import.meta.main) total(process.argv[2] ?? '.')
