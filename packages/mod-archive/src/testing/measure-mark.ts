/**
 * Measures splitting a mod and making copies, compared with repacking the same file: npm run measure:mark. For another
 * size, add -- MEGABYTES. Each step runs in its own process, so that its memory is measured separately.
 */
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { appendFile, copyFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { readEntry } from '../content.ts'
import { listArchive } from '../listing.ts'
import { createCode, everySlot } from '../marking/code.ts'
import { render } from '../marking/edits.ts'
import { planKeys } from '../marking/keys.ts'
import { decodePlan, encodePlan } from '../marking/plan-bytes.ts'
import { splitMaster } from '../marking/split.ts'
import { tailOf } from '../marking/tail.ts'
import { openFile } from '../source.ts'
import { traceLeak } from '../tracing/trace.ts'
import { writeMod } from './generated-mod.ts'
import { TEST_KEY } from './traced-mod.ts'
import { createZipWriter } from './zip-writer.ts'

const PURCHASES = 10_000
const BUYERS = 20

/** Writes to a file and waits while its buffer is full. */
const fileSink = (file: string) => {
  const stream = createWriteStream(file)
  return {
    write: (bytes: Buffer) =>
      new Promise<void>((resolve, reject) => stream.write(bytes, (error) => (error ? reject(error) : resolve()))),
    end: () => {
      stream.end()
      return finished(stream)
    },
  }
}

const inFolder = (folder: string) => ({
  mod: path.join(folder, 'mod.zip'),
  body: path.join(folder, 'body'),
  plan: path.join(folder, 'plan'),
  copy: path.join(folder, 'copy.zip'),
})
type Files = ReturnType<typeof inFolder>

const STEPS: Record<string, (files: Files) => Promise<object>> = {
  split: async ({ mod, body, plan: planFile }) => {
    const source = await openFile(mod)
    const sink = fileSink(body)
    const plan = await splitMaster(source, await listArchive(source), {
      id: 'measured',
      key: TEST_KEY,
      write: sink.write,
    })
    await sink.end()
    const bytes = encodePlan(plan)
    await writeFile(planFile, bytes)
    return { bodyBytes: plan.bodyBytes, planBytes: bytes.length, ...plan.capacity.slots }
  },
  tails: async ({ plan: planFile, body, copy }) => {
    const plan = decodePlan(await readFile(planFile))
    await copyFile(body, copy)
    await appendFile(copy, await tailOf(plan, TEST_KEY, 'buyer-0'))
    const before = process.cpuUsage()
    let most = 0
    for (let buyer = 0; buyer < BUYERS; buyer++)
      most = Math.max(most, (await tailOf(plan, TEST_KEY, `buyer-${buyer}`)).length)
    const { user, system } = process.cpuUsage(before)
    return { buyers: BUYERS, largestTail: most, cpuPerBuyer: seconds((user + system) / BUYERS) }
  },
  trace: async ({ plan: planFile, copy }) => {
    const plan = decodePlan(await readFile(planFile))
    const purchases = Array.from({ length: PURCHASES }, (_, number) => `buyer-${number}`)
    const { verdict, named, nextBest } = await traceLeak(await openFile(copy), 'copy.zip', [
      { plan, key: TEST_KEY, purchases },
    ])
    return { verdict, purchase: named[0]?.purchase, score: named[0]?.score, nextBest, purchases: PURCHASES }
  },
  /** For comparison: what it costs to replace text in every download by repacking. */
  repack: async ({ mod, plan: planFile, copy }) => {
    const plan = decodePlan(await readFile(planFile))
    const bits = createCode(planKeys(TEST_KEY, plan.id), everySlot(plan.slotCount)).bitsOf('buyer-0')
    const marked = new Map(plan.files.map((file) => [file.name, file]))
    const source = await openFile(mod)
    const sink = fileSink(copy)
    const writer = createZipWriter(sink.write)
    for (const entry of (await listArchive(source)).entries) {
      const file = marked.get(entry.name)
      const content = file
        ? Buffer.from(
            render(file.text, file.edits, (slot) => bits[slot] === 1),
            'latin1',
          )
        : await readEntry(source, entry)
      await writer.add({ name: entry.name, content })
    }
    await writer.end()
    await sink.end()
    return { writtenBytes: (await stat(copy)).size }
  },
}

const seconds = (microseconds: number) => Math.round(microseconds / 10_000) / 100

const runStep = async (name: string, files: Files) => {
  const began = performance.now()
  const before = process.resourceUsage()
  const result = await STEPS[name]?.(files)
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cpu = seconds(userCPUTime + systemCPUTime - before.userCPUTime - before.systemCPUTime)
  const megabytes = (kilobytes: number) => Math.round(kilobytes / 1_024)
  return {
    seconds: seconds((performance.now() - began) * 1_000),
    cpuSeconds: cpu,
    startMb: megabytes(before.maxRSS),
    peakMb: megabytes(maxRSS),
    ...result,
  }
}

const [, script = '', given = '600', folder] = process.argv
if (folder) console.log(JSON.stringify(await runStep(given, inFolder(folder))))
else {
  const place = await mkdtemp(path.join(tmpdir(), 'measure-mark-'))
  try {
    const { mod } = inFolder(place)
    await writeMod(mod, { bytes: Number(given) * 1e6, vehicles: 3, configurations: 36, physicsFiles: 40 })
    console.log('mod', { bytes: (await stat(mod)).size })
    for (const step of Object.keys(STEPS))
      console.log(step, JSON.parse(execFileSync(process.execPath, [script, step, place], { encoding: 'utf8' })))
  } finally {
    await rm(place, { recursive: true })
  }
}
