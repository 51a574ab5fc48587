/**
 * node tools/ci-total.ts FOLDER: prints why each failed test failed, the duration of each step and, as the last line,
 * how many tests passed and failed.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

interface Count {
  passed: number
  failed: number
}

interface VitestReport {
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

interface Suite {
  suites?: Suite[]
  specs: { title: string; file: string; tests: { results: { status: string; error?: { message: string } }[] }[] }[]
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number }
  errors: { message: string }[]
  suites: Suite[]
}

/** A failed test and the beginning of its error message. */
type Failure = [title: string, reason: string]

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

export const vitestFailures = ({ testResults }: VitestReport): Failure[] =>
  testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }): Failure[] => {
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      if (failed.length === 0) return [[name, message]]
      return failed.map(({ fullName, failureMessages }) => [`${name} › ${fullName}`, failureMessages.join('\n')])
    })

/** Every failed attempt, including those of journeys that passed on the second attempt. */
export const playwrightFailures = ({ errors, suites }: PlaywrightReport): Failure[] => {
  const specsIn = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsIn)]
  const attempts = suites.flatMap(specsIn).flatMap(({ title, file, tests }) =>
    tests
      .flatMap(({ results }) => results)
      .flatMap(({ status, error }, nth): Failure[] => {
        if (status === 'passed' || status === 'skipped') return []
        return [[`${file} › ${title} (attempt ${nth + 1})`, error?.message ?? status]]
      }),
  )
  return [...errors.map(({ message }): Failure => ['outside of tests', message]), ...attempts]
}

const LINES_EACH = 25

const printFailures = (failures: readonly Failure[]) => {
  for (const [title, reason] of failures) {
    const lines = stripVTControlCharacters(reason).split('\n').slice(0, LINES_EACH)
    console.log([`FAILED ${title}`, ...lines.map((line) => `  ${line}`), ''].join('\n'))
  }
}

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
  printFailures([...(vitest ? vitestFailures(vitest) : []), ...(playwright ? playwrightFailures(playwright) : [])])
  printSteps(join(folder, 'steps.tsv'))
  if (counts.length === 0) return
  const sum = (key: keyof Count) => counts.reduce((all, count) => all + count[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (sum('failed') > 0) process.exitCode = 1
}

if (import.meta.main) total(process.argv[2] ?? '.')
