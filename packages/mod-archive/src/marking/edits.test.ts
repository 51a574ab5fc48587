import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SjsonValue, valueOf } from '../sjson.ts'
import { modEntries } from '../testing/generated-mod.ts'
import { written } from '../testing/physics.ts'
import { TEST_KEY } from '../testing/traced-mod.ts'
import { chooseSlots } from './choose-slots.ts'
import { editsOf, render } from './edits.ts'
import { planKeys } from './keys.ts'
import { parseText } from './text.ts'

const keys = planKeys(TEST_KEY, 'release-1')
const valueOfText = (text: string) => {
  const root = parseText(text)
  if (!root) throw new Error(`this cannot be parsed: ${text}`)
  return valueOf(root)
}

type Table = Record<string, SjsonValue>
const isNode = (row: SjsonValue): row is [string, number, number, number] =>
  Array.isArray(row) && row.slice(1, 4).length === 3 && row.slice(1, 4).every((cell) => typeof cell === 'number')
const nodesOf = (value: SjsonValue) =>
  Object.values(value as Table).flatMap((part) => ((part as Table).nodes as SjsonValue[] | undefined) ?? [])
const withoutNodes = (value: SjsonValue) =>
  Object.entries(value as Table).map(([name, part]) => {
    const rows = ((part as Table).nodes as SjsonValue[] | undefined) ?? []
    return [name, { ...(part as Table), nodes: rows.map((row) => (isNode(row) ? [row[0], ...row.slice(4)] : row)) }]
  })

const coordinate = fc
  .tuple(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: 1, max: 5 }))
  .map(([number, decimals]) => written(number / 10_000, decimals))
const space = fc.constantFrom(' ', '\n', ', ', ',\n  ', ' // note\n', '\r\n', '\t,\n')
const scalar = fc.oneof(
  fc.constantFrom('0.5', '1.25', '7', '"text"', 'true', '0.50', '1e5', '"two\nlines"', '-0.125', '"ü"'),
  fc.integer().map(String),
)
const key = fc.constantFrom('a', 'b', 'e5', '"c d"', 'Infinity1', '"nodeWeight"', 'x')
const settings = fc
  .array(fc.tuple(key, fc.constantFrom(':', '=', ' : '), scalar, space), { maxLength: 6 })
  .map((all) => `{${all.map((parts) => parts.join('')).join('')}}`)
const point = fc.tuple(coordinate, coordinate, coordinate)
/** Mirrored nodes, nodes at the same place, and options in between. */
const rows = fc.array(fc.tuple(point, fc.constantFrom('alone', 'mirrored', 'twice', 'options'), settings), {
  maxLength: 12,
})
const physics = fc.tuple(rows, settings, space).map(([all, inner, gap]) => {
  const nodes = all.flatMap(([[x, y, z], kind, options], at) => {
    const row = `["n${at}", ${x}, ${y}, ${z}]`
    if (kind === 'mirrored') return [row, `["n${at}m", ${x.startsWith('-') ? x.slice(1) : `-${x}`}, ${y}, ${z}]`]
    if (kind === 'twice') return [row, `["n${at}t", ${x}, ${y}, ${z}, ${options}]`]
    return kind === 'options' ? [options, row] : [row]
  })
  return `{"part":${gap}{"inner"${gap}: ${inner}${gap}"nodes": [["id", "posX", "posY", "posZ"]${gap}${nodes.join(gap)}]}}`
})

describe('marked texts', { timeout: 60_000 }, () => {
  const files = fc.array(physics, { minLength: 1, maxLength: 3 }).map((texts) =>
    texts.map((text, number) => ({
      name: `vehicles/a/${number}.jbeam`,
      text: Buffer.from(text.replace('"part"', `"part${number}"`)).toString('latin1'),
    })),
  )

  test('a text without set bits is the original, and set bits move node coordinates by a millimeter and change nothing else', () => {
    let changed = 0
    fc.assert(
      fc.property(files, fc.infiniteStream(fc.boolean()), (all, stream) => {
        const { edits, slotCount } = chooseSlots(all, keys)
        const bits = Array.from({ length: slotCount }, () => stream.next().value as boolean)
        for (const [at, { text }] of all.entries()) {
          const list = edits[at] ?? new Int32Array()
          expect(render(text, list, () => false)).toBe(text)
          const marked = render(text, list, (slot) => bits[slot] ?? false)
          const [before, after] = [valueOfText(text), valueOfText(marked)]
          expect(isDeepStrictEqual(withoutNodes(after), withoutNodes(before))).toBe(true)
          const places = nodesOf(after).filter(isNode)
          for (const [row, original] of nodesOf(before).filter(isNode).entries())
            for (const axis of [1, 2, 3]) {
              const shift = Math.abs(Number(places[row]?.[axis]) - Number(original[axis]))
              expect(shift < 1e-9 || Math.abs(shift - 0.001) < 1e-9).toBe(true)
              if (shift > 0.0005) changed++
            }
        }
      }),
      { numRuns: 300 },
    )
    expect(changed).toBeGreaterThan(500)
  })

  test('mirrored nodes stay mirrored, and nodes at the same place stay together, also across files', () => {
    fc.assert(
      fc.property(files, fc.infiniteStream(fc.boolean()), (all, stream) => {
        const { edits, slotCount } = chooseSlots(all, keys)
        const bits = Array.from({ length: slotCount }, () => stream.next().value as boolean)
        const moved = new Map<string, string>()
        for (const [at, { text }] of all.entries()) {
          const marked = render(text, edits[at] ?? new Int32Array(), (slot) => bits[slot] ?? false)
          const after = nodesOf(valueOfText(marked)).filter(isNode)
          for (const [row, [, x, y, z]] of nodesOf(valueOfText(text)).filter(isNode).entries()) {
            const [, newX = 0, newY = 0, newZ = 0] = after[row] ?? []
            const place = [Math.abs(x), y, z].join(' ')
            const now = [Math.abs(newX), newY, newZ].join(' ')
            expect(moved.get(place) ?? now).toBe(now)
            moved.set(place, now)
            expect(Math.sign(newX)).toBe(Math.sign(x))
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  test('a coordinate never moves if any node at the same place writes it with too few decimals', () => {
    const nodes = '["a", 0.5, 1.234, 0.777], ["b", -0.500, 1.234, 0.777], ["c", 0.5000, 1.234, 0.7770]'
    const text = `{"part": {"nodes": [["id", "posX", "posY", "posZ"], ${nodes}]}}`
    const { edits } = chooseSlots([{ name: 'vehicles/a/a.jbeam', text }], keys)
    const after = nodesOf(valueOfText(render(text, edits[0] ?? new Int32Array(), () => true))).filter(isNode)
    expect(after.map(([, x]) => x)).toEqual([0.5, -0.5, 0.5])
    expect(new Set(after.map(([, , y, z]) => `${y} ${z}`)).size).toBe(1)
    expect(after[0]?.[2]).not.toBe(1.234)
  })

  test('a part that occurs in two files carries marks only in its coordinates', () => {
    const text = '{"part": {"a": 0.5, "b": 1, "nodes": [["a", 0.123, 1.234, 0.777]]}}'
    const files = ['one', 'two'].map((name) => ({ name: `vehicles/a/${name}.jbeam`, text }))
    const { edits } = chooseSlots(files, keys)
    const channels = edits.map((list) => [...editsOf(list)].map(({ channel }) => channel).join(''))
    expect(channels).toEqual(['VVV', 'VVV'])
    expect([...editsOf(chooseSlots(files.slice(0, 1), keys).edits[0] ?? new Int32Array())]).toHaveLength(4)
  })

  test('a mod of typical size keeps every value outside its nodes, whatever bits are set', () => {
    const texts = modEntries({ vehicles: 2, configurations: 6, physicsFiles: 10 })
      .filter(({ name }) => /\.(jbeam|pc)$|info.*\.json$/.test(String(name)))
      .map(({ name, content }) => ({ name: String(name), text: String(content) }))
    const { edits, unreadable } = chooseSlots(texts, keys)
    expect(unreadable).toEqual([])
    for (const isSet of [() => true, (slot: number) => slot % 2 === 0, (slot: number) => slot % 3 === 1])
      for (const [at, { name, text }] of texts.entries()) {
        const [before, after] = [text, render(text, edits[at] ?? new Int32Array(), isSet)].map(valueOfText)
        if (!name.endsWith('.jbeam')) expect(isDeepStrictEqual(after, before)).toBe(true)
        else expect(isDeepStrictEqual(withoutNodes(after ?? null), withoutNodes(before ?? null))).toBe(true)
      }
  })

  test('marking keeps bytes that are not UTF-8 and a byte order mark', () => {
    const text = Buffer.from('\ufeff{"a": 1, "b": 0.5, // \u00b0\n"c": "x"}').toString('latin1') + '\u00ff'
    const { edits, slotCount } = chooseSlots([{ name: 'vehicles/a/a.pc', text }], keys)
    expect(slotCount).toBeGreaterThan(0)
    const marked = render(text, edits[0] ?? new Int32Array(), () => true)
    expect(marked).not.toBe(text)
    expect(valueOfText(marked)).toEqual(valueOfText(text))
  })
})
