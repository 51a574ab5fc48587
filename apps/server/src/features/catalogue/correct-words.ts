/** Corrects misspelled words of a search to words of the catalogue. */

/** Bounds the cost of a misspelled search. Rarer words are not offered as corrections. */
const MOST_WORDS = 20_000
/** Shorter words have too many neighbors. */
const SHORTEST = 3
const LONGEST = 24

interface KnownWord {
  word: string
  /** Its letters as a bit set. Words whose sets differ a lot cannot be spelled similarly. */
  letters: number
}

/** The words of the catalogue. */
export interface KnownWords {
  all: ReadonlySet<string>
  /** Indexed by length, each list with the most frequent first. */
  corrections: readonly (readonly KnownWord[])[]
}

export const toKnownWords = (text: string): KnownWords => {
  const counts = new Map<string, number>()
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  const frequent = [...counts].sort(([, few], [, many]) => many - few).slice(0, MOST_WORDS)
  const corrections: KnownWord[][] = Array.from({ length: LONGEST + 1 }, () => [])
  for (const [word] of frequent) {
    // Numbers are not corrected: one with another digit is not what the visitor meant.
    if (word.length >= SHORTEST && !/^\p{N}+$/u.test(word))
      corrections[word.length]?.push({ word, letters: lettersOf(word) })
  }
  return { all: new Set(counts.keys()), corrections }
}

/** Corrects the unknown words. Null if nothing was corrected or a word has no correction. */
export const correctWords = (words: readonly string[], known: KnownWords): string[] | null => {
  const corrected = words.map((word) => (known.all.has(word) ? word : closestTo(word, known)))
  const isComplete = corrected.every((word) => word !== null)
  return isComplete && corrected.some((word, place) => word !== words[place]) ? corrected : null
}

/** One wrong letter in a short word, two in a long one. */
const allowedFor = (word: string) => (word.length < 6 ? 1 : 2)

const closestTo = (word: string, { corrections }: KnownWords): string | null => {
  if (word.length < SHORTEST || word.length > LONGEST) return null
  const letters = lettersOf(word)
  let allowed = allowedFor(word)
  let closest: string | null = null
  // The closest lengths first, because each match narrows the rest.
  for (const difference of [0, 1, -1, 2, -2]) {
    if (Math.abs(difference) > allowed) continue
    for (const candidate of corrections[word.length + difference] ?? []) {
      if (bitsIn(candidate.letters ^ letters) > 2 * allowed) continue
      const edits = editsBetween(word, candidate.word, allowed)
      if (edits > allowed) continue
      closest = candidate.word
      // Later words that are equally close are rarer or differ more in length.
      allowed = edits - 1
      if (allowed <= 0) return closest
    }
  }
  return closest
}

const lettersOf = (word: string) => {
  let letters = 0
  for (let place = 0; place < word.length; place++) letters |= 1 << (word.charCodeAt(place) % 31)
  return letters
}

const bitsIn = (bits: number) => {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The edit distance: letters to add, remove, replace or swap with a neighbor. Stops above the limit. */
const editsBetween = (one: string, other: string, limit: number): number => {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, place) => place)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...current) > limit) return limit + 1
    beforeLast = last
    last = current
  }
  return at(last, other.length)
}

const at = (row: readonly number[], column: number) => row[column] ?? Number.POSITIVE_INFINITY
