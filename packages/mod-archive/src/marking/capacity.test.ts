import { describe, expect, test } from 'vitest'
import { splitMod, splitZip } from '../testing/traced-mod.ts'
import { modEntries } from '../testing/generated-mod.ts'
import { zipOf } from '../testing/zip-writer.ts'
import { endOf, localHeaderOf, recordOf } from './zip-records.ts'
import { readRecord } from '../record.ts'

const codes = async (entries: Parameters<typeof zipOf>[0]) => {
  const { capacity } = (await splitZip(await zipOf(entries))).plan
  return { level: capacity.level, colluders: capacity.colluders, raises: capacity.raises.map(({ code }) => code) }
}

describe('the capacity of a mod', () => {
  test('a mod with detailed physics has a strong capacity and resists three colluders', async () => {
    const { capacity } = (await splitMod({ vehicles: 2, configurations: 4, physicsFiles: 20 })).plan
    expect(capacity).toMatchObject({ level: 'strong', sentence: 'Strong: a single part is enough.', colluders: 3 })
  })

  test('a mod with few decimals has a weak capacity and gets advice on how to raise it', async () => {
    const entries = modEntries({ vehicles: 1, configurations: 4, physicsFiles: 20 }).map((entry) => ({
      ...entry,
      content:
        typeof entry.content === 'string'
          ? entry.content.replace(/(\d\.\d\d)\d+/g, '$1')
          : (entry.content ?? Buffer.alloc(0)),
    }))
    expect(await codes(entries)).toMatchObject({ level: 'weak', colluders: 0, raises: ['few-decimals'] })
  })

  test('a mod without physics has no capacity', async () => {
    expect(await codes([{ name: 'vehicles/a/a.dds', content: 'texture' }])).toEqual({
      level: 'none',
      colluders: 0,
      raises: ['no-physics'],
    })
  })

  test('the capacity report mentions unreadable files, files that are too large and checksum lists', async () => {
    const large = `{${' '.repeat(4 * 2 ** 20)}}`
    expect(
      await codes([
        { name: 'vehicles/a/broken.jbeam', content: '{"a": ' },
        { name: 'vehicles/a/large.jbeam', content: large },
        { name: 'mod_info/M1/info.json', content: '{"hashes": [["a", "b"]]}' },
      ]),
    ).toMatchObject({ raises: ['unreadable-text', 'large-text', 'hash-list'] })
  })

  test('nodes within 4 mm of each other carry no marks', async () => {
    const node = (at: number) => `["n${at}", 0.${500 + at}, 1.234, 0.777]`
    const content = `{"part": {"nodes": [["id", "posX", "posY", "posZ"], ${node(0)}, ${node(3)}]}}`
    const { capacity } = (await splitZip(await zipOf([{ name: 'vehicles/a/a.jbeam', content }]))).plan
    expect(capacity.slots.V).toBe(0)
    expect(capacity.raises).toMatchObject([{ code: 'near-nodes', count: 6 }])
  })
})

describe('records of entries above 4 GiB', () => {
  const facts = {
    nameBytes: Buffer.from('vehicles/a/a.dds'),
    flags: 0,
    method: 0,
    modified: 0x21_0000,
    crc: 1,
    packedSize: 2 ** 33,
    size: 2 ** 33 + 1,
    headerOffset: 2 ** 34,
    attributes: 0,
    madeBy: 0,
  }

  test('sizes and offsets above 4 GiB are read back', () => {
    const { record } = readRecord(recordOf(facts), 0) ?? {}
    expect(record).toMatchObject({ packedSize: 2 ** 33, size: 2 ** 33 + 1, headerOffset: 2 ** 34, modified: 0x21_0000 })
    const header = localHeaderOf(facts)
    expect([header.readUInt32LE(18), header.readUInt32LE(22)]).toEqual([0xffffffff, 0xffffffff])
    const field = 30 + facts.nameBytes.length
    expect([header.readBigUInt64LE(field + 4), header.readBigUInt64LE(field + 12)]).toEqual([
      BigInt(facts.size),
      BigInt(facts.packedSize),
    ])
  })

  test('a zip record uses 64-bit fields only for numbers that need them', () => {
    const { record } = readRecord(recordOf({ ...facts, size: 5, packedSize: 5 }), 0) ?? {}
    expect(record).toMatchObject({ packedSize: 5, size: 5, headerOffset: 2 ** 34, extraLength: 12 })
    expect(endOf({ entryCount: 3, offset: 100, bytes: 50 })).toHaveLength(22)
    expect(endOf({ entryCount: 70_000, offset: 100, bytes: 50 })).toHaveLength(22 + 76)
  })
})
