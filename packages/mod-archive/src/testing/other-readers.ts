import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'
import { expect } from 'vitest'
import * as yauzl from 'yauzl'
import { readEntry } from '../content.ts'
import { checkIntegrity } from '../integrity.ts'
import { listArchive } from '../listing.ts'
import { openFile } from '../source.ts'

/** Name, size and checksum of every entry, in directory order. */
type Line = [name: string, size: number, crc: number]

export const run = (command: string, ...args: string[]) => {
  const { status, stdout, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw error
  return { status, stdout }
}

const ours = async (file: string): Promise<Line[]> => {
  const source = await openFile(file)
  const listing = await listArchive(source)
  expect(listing.verdict, listing.findings[0]?.sentence).toBe('accepted')
  expect(await checkIntegrity(source, listing)).toEqual([])
  const lines = await Promise.all(
    listing.entries.map(async (entry): Promise<Line> => {
      const content = await readEntry(source, entry)
      return [entry.name, content.length, crc32(content)]
    }),
  )
  await source.close()
  return lines
}

const yauzls = async (file: string) => {
  const opened = await yauzl.openPromise(file)
  const lines: Line[] = []
  for await (const entry of opened.eachEntry()) {
    const parts: Buffer[] = []
    for await (const part of await opened.openReadStreamPromise(entry)) parts.push(part as Buffer)
    const content = Buffer.concat(parts)
    lines.push([entry.fileName, content.length, crc32(content)])
  }
  return lines
}

const PYTHON = `
import json, sys, zipfile
for name in sys.argv[1:]:
    archive = zipfile.ZipFile(name)
    assert archive.testzip() is None
    print(json.dumps([[entry.filename, len(archive.read(entry)), entry.CRC] for entry in archive.infolist()]))
`
const pythons = (files: string[]) => {
  const { status, stdout } = run('python3', '-c', PYTHON, ...files)
  expect(status).toBe(0)
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line[])
}

/** Expects our reader, yauzl, unzip and Python to agree, and returns what they read. */
export const readByAll = async (folder: string, zips: readonly Buffer[], more: readonly string[] = []) => {
  const files = [...zips.map((_, number) => path.join(folder, `${number}.zip`)), ...more]
  const lines: Line[][] = []
  for (const [number, file] of files.entries()) {
    const zip = zips[number]
    if (zip) await writeFile(file, zip)
    const read = await ours(file)
    lines.push(read)
    expect(await yauzls(file)).toEqual(read)
    expect(run('unzip', '-tqq', file).status).toBe(0)
  }
  expect(pythons(files)).toEqual(lines)
  return lines
}
