import type { DemoMod } from '../demo-mod.ts'
import { dealer, type Random } from '../random.ts'
import { CLOSERS, GRIPES, LOW_CLOSERS, MIXED_OPENERS, OPENERS, PRAISE, QUIBBLES, TITLES } from './general-words.ts'
import { KIND_WORDS } from './kind-words.ts'

interface ReviewText {
  title: string
  body: string
  reply: string | null
}

/** Composes reviews from sentences that fit the vehicle and the rating. No two are the same. */
export const reviewTexts = (
  { reviews: own }: DemoMod,
  random: Random,
): ((rating: number, isDetailed: boolean) => ReviewText) => {
  const kind = KIND_WORDS[own.kind]
  const titles = new Map(
    Object.entries(TITLES).map(([rating, general]) => [
      Number(rating),
      dealer(random, rating === '5' ? [...own.titles, ...kind.titles, ...general] : general),
    ]),
  )
  const opener = dealer(random, OPENERS)
  const mixedOpener = dealer(random, MIXED_OPENERS)
  const drive = dealer(random, [...own.praise, ...kind.praise])
  const praise = dealer(random, PRAISE)
  const closer = dealer(random, CLOSERS)
  const lowCloser = dealer(random, LOW_CLOSERS)
  const quibble = dealer(random, QUIBBLES)
  const gripe = dealer(random, [...own.gripes, ...kind.gripes, ...GRIPES])
  const perhaps = (chance: number, sentence: () => string) => (random() < chance ? [sentence()] : [])

  const delighted = (isDetailed: boolean) => [
    ...perhaps(0.4, opener),
    drive(),
    ...perhaps(isDetailed ? 1 : 0.1, drive),
    ...perhaps(isDetailed ? 1 : 0.75, praise),
    ...perhaps(0.35, closer),
  ]
  const pleased = () => [...perhaps(0.3, opener), drive(), ...perhaps(0.4, praise), quibble()]
  const unhappy = (rating: number) => {
    const first = gripe()
    const sentences =
      rating === 3
        ? [...perhaps(0.6, mixedOpener), drive(), first.text]
        : [first.text, gripe().text, ...perhaps(0.7, lowCloser)]
    return { sentences, reply: random() < 0.75 ? (first.reply ?? null) : null }
  }
  const composed = (rating: number, isDetailed: boolean) => {
    if (rating === 5) return { sentences: delighted(isDetailed), reply: null }
    return rating === 4 ? { sentences: pleased(), reply: null } : unhappy(rating)
  }

  const written = new Set<string>()
  return (rating, isDetailed) => {
    let body: string
    let reply: string | null
    do {
      const next = composed(rating, isDetailed)
      body = next.sentences.join(' ')
      reply = next.reply
    } while (written.has(body))
    written.add(body)
    return { title: titles.get(rating)?.() ?? '', body, reply }
  }
}
