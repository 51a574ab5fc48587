import type { Plan } from '../marking/plan.ts'
import { parseSjson, type SjsonValue, valueOf } from '../sjson.ts'
import type { LeakedText } from '../tracing/material.ts'
import { bitsOf, textsWith } from './traced-mod.ts'

type Change = (value: SjsonValue, key: string) => SjsonValue

/** Applies a change to every scalar of a parsed text. The items of a list have the list's key. */
const change = (value: SjsonValue, by: Change, key = ''): SjsonValue => {
  if (Array.isArray(value)) return value.map((item) => change(item, by, key))
  if (typeof value !== 'object' || value === null) return by(value, key)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, change(item, by, name)]))
}

const sortKeys = (value: SjsonValue): SjsonValue => {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).toSorted()
  return Object.fromEntries(names.map((name) => [name, sortKeys(value[name] ?? null)]))
}

const onTexts = (texts: readonly LeakedText[], by: (text: string) => string) =>
  texts.map(({ name, text }) => ({ name, text: by(text) }))

const rewritten = (texts: readonly LeakedText[], by: (value: SjsonValue) => SjsonValue, indent?: number) =>
  onTexts(texts, (text) => JSON.stringify(by(valueOf(parseSjson(text))), null, indent))

const onNumbers = (by: (number: number, key: string) => number) => (value: SjsonValue) =>
  sortKeys(change(value, (one, key) => (typeof one === 'number' ? by(one, key) : one)))

const onNodes = (by: (number: number) => number) => onNumbers((number, key) => (key === 'nodes' ? by(number) : number))

const round = (number: number, decimals: number) => Math.round(number * 10 ** decimals) / 10 ** decimals

/** What people do to a copy before they share it. */
export const ATTACKS = {
  stripLineEnds: (texts: readonly LeakedText[]) => onTexts(texts, (text) => text.replace(/[ \t]+$/gm, '')),
  reindent: (texts: readonly LeakedText[]) =>
    onTexts(texts, (text) =>
      text
        .replace(/\/\/.*$/gm, '')
        .replace(/^[ \t]+|[ \t]+$/gm, '')
        .replace(/\n+/g, '\n'),
    ),
  rewrite: (texts: readonly LeakedText[]) => rewritten(texts, (value) => value, 2),
  sortKeys: (texts: readonly LeakedText[]) => rewritten(texts, sortKeys),
  round: (texts: readonly LeakedText[], decimals: number) =>
    rewritten(
      texts,
      onNumbers((number) => round(number, decimals)),
    ),
  rename: (texts: readonly LeakedText[]) =>
    ATTACKS.sortKeys(
      texts.map(({ text }, number) => ({
        name: `vehicles/stolen/x${number}.jbeam`,
        text: text.replace(/[a-z]+_car/g, 'stolen').replace(/p(\d+)n(\d+)([lr])/g, 'q$2_$1$3'),
      })),
    ),
  /** Moves every coordinate by -1, 0 or 1 mm. */
  step: (texts: readonly LeakedText[], random: () => number) =>
    rewritten(
      texts,
      onNodes((number) => round(number + (Math.floor(random() * 3) - 1) / 1_000, 3)),
    ),
  noise: (texts: readonly LeakedText[], millimeters: number, random: () => number) =>
    rewritten(
      texts,
      onNodes((number) => number + ((random() * 2 - 1) * millimeters) / 1_000),
    ),
  average: (one: readonly LeakedText[], other: readonly LeakedText[]) =>
    one.map(({ name, text }, at) => ({
      name,
      text: JSON.stringify(sortKeys(mean(valueOf(parseSjson(text)), valueOf(parseSjson(other[at]?.text ?? ''))))),
    })),
}

const mean = (one: SjsonValue, other: SjsonValue): SjsonValue => {
  if (typeof one === 'number' && typeof other === 'number') return (one + other) / 2
  if (Array.isArray(one) && Array.isArray(other)) return one.map((item, at) => mean(item, other[at] ?? null))
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return one
  const table = (other ?? {}) as Record<string, SjsonValue>
  return Object.fromEntries(Object.entries(one).map(([key, item]) => [key, mean(item, table[key] ?? null)]))
}

/** How colluders choose where their copies differ: `ones` of `people` have a one. */
const half = (random: () => number) => random() < 0.5
export const STRATEGIES = {
  interleave: (ones: number, people: number, random: () => number) => random() * people < ones,
  majority: (ones: number, people: number, random: () => number) =>
    ones * 2 === people ? half(random) : ones * 2 > people,
  minority: (ones: number, people: number, random: () => number) =>
    ones * 2 === people ? half(random) : ones * 2 < people,
  'all zeros': () => false,
  'all ones': () => true,
  coin: (_ones: number, _people: number, random: () => number) => half(random),
}

/** The texts that colluders mix from their copies. They cannot find marks that are the same in all of them. */
export const collude = (
  plan: Plan,
  purchases: readonly string[],
  strategy: keyof typeof STRATEGIES,
  random: () => number,
) => {
  const copies = purchases.map((purchase) => bitsOf(plan, purchase))
  const mixed = Uint8Array.from({ length: plan.slotCount }, (_, slot) => {
    const ones = copies.reduce((sum, bits) => sum + (bits[slot] ?? 0), 0)
    if (ones === 0 || ones === copies.length) return ones > 0 ? 1 : 0
    return STRATEGIES[strategy](ones, copies.length, random) ? 1 : 0
  })
  return textsWith(plan, mixed)
}
