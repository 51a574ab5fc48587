import type { Statement } from './count-pages.ts'

/** The statements of each query with the database pages they read, and the most growth allowed with many more rows. */
export type MeasuredPages = ReadonlyMap<string, { most: number; statements: readonly Statement[] }>

interface Compared {
  name: string
  few: number
  many: number
  hasGrown: boolean
}

export const pagesOf = (statements: readonly Statement[] = []) => statements.reduce((sum, { pages }) => sum + pages, 0)

export const comparePages = (before: MeasuredPages, after: MeasuredPages): Compared[] =>
  [...after].map(([name, { most, statements }]) => {
    const [few, many] = [pagesOf(before.get(name)?.statements), pagesOf(statements)]
    return { name, few, many, hasGrown: many > most * few }
  })

const short = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Prints the comparison and returns a sentence for each query that has grown too much. */
export const judgePages = (sizes: readonly [number, number], before: MeasuredPages, after: MeasuredPages) => {
  const line = (name: string, few: string, many: string, ratio: string) =>
    console.log(`${name.padEnd(44)}${few.padStart(10)}${many.padStart(10)}${ratio.padStart(8)}`)
  console.log('')
  line('pages touched', String(sizes[0]), String(sizes[1]), 'ratio')
  return comparePages(before, after).flatMap(({ name, few, many, hasGrown }) => {
    const ratio = short.format(many / few)
    line(name, String(few), String(many), ratio)
    return hasGrown ? [`${name}: ${ratio} times the pages, at most ${after.get(name)?.most}`] : []
  })
}
