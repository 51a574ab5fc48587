import { sql } from 'drizzle-orm'
import { readRows } from '@slipstream/db/client'
import { suggestMods } from '#features/catalogue/suggest-mods.ts'
import type { openCatalogue } from './measure-growth.ts'
import { percentile, timeOf } from './times.ts'

const MOST_MS = 50
const ROUNDS = 20
const short = new Intl.NumberFormat('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })

/** Key by key as people type, and the worst a stranger can send. */
const textsFor = (title: string) => {
  const [name = ''] = title.toLowerCase().split(' ')
  return {
    'two letters': name.slice(0, 2),
    'four letters': name.slice(0, 4),
    'whole title': title,
    'broad word': 'drift',
    'misspelled name': `${name.slice(0, 3)}${name.slice(4)}`,
    'misspelled words': 'hralan dirft coup trubo',
    'eight unknown words': 'abcdefgh bcdefghi cdefghij defghijk efghijkl fghijklm ghijklmn hijklmn',
    'no match': 'xylophone',
  }
}

/** How long suggestions take, uncached. Returns what missed the budget. */
export const judgeSuggestions = async (
  { catalogue, forget }: ReturnType<typeof openCatalogue>,
  say: (line: string) => void,
): Promise<string[]> => {
  const rows = await readRows<{ title: string; count: number }>(
    catalogue.db,
    sql`select max(title) as title, count(*)::int as count from mods where status = 'published'`,
  )
  const [{ title, count } = { title: '', count: 0 }] = rows
  say(`\nsuggestions among ${count} published mods`.padEnd(45) + 'p50 ms  p95 ms  results  did you mean')
  const missed: string[] = []
  for (const [name, text] of Object.entries(textsFor(title))) {
    const answer = await suggestMods(catalogue, text)
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await timeOf(() => suggestMods(catalogue, text)))
    const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
    const found = `${answer.total.count}${answer.total.orMore ? '+' : ''}`
    say(
      `${name.padEnd(44)}${short.format(p50).padStart(6)}${short.format(p95).padStart(8)}${found.padStart(9)}  ${answer.didYouMean ?? ''}`,
    )
    if (p95 > MOST_MS) missed.push(`suggestions for ${name}: p95 ${short.format(p95)} ms, budget ${MOST_MS} ms`)
  }
  forget()
  const first = await timeOf(() => suggestMods(catalogue, 'hralan'))
  say(`first misspelled search after a change, which reads words and columns: ${short.format(first)} ms`)
  return missed
}
