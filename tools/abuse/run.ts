/**
 * npm run abuse: twenty addresses attack at once, within the default limits, a server with a small heap. A bystander on
 * another address must hardly notice, and the heap must stay flat. docs/performance.md explains the output.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '../bench/cpu-time.ts'
import { alignedTable } from '../bench/table.ts'
import { signIn } from '../bench/sign-in.ts'
import { printError } from '../services/unprepared.ts'
import { openAbuseStore } from './abuse-store.ts'
import type { AttackCounts, AttackPlan, AttackReport } from './attackers.ts'
import { type Bystander, observe } from './bystander.ts'
import { type Heap, watchHeap } from './heap.ts'
import { judgeBystander, judgePictureMemory, judgePictureTimes, judgeStore, type Outcome } from './judge.ts'
import { burstOfPictures, type PictureOutcome } from './picture-burst.ts'

const ADDRESSES = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`)
const BYSTANDERS = Array.from({ length: 5 }, (_, index) => `127.0.2.${index + 1}`)
/** The default limit is 1,200 requests a minute. We stay a little below, so the limit itself protects nothing. */
const PER_SECOND = 19
const SLOW_PER_ADDRESS = 10
const HEAP_SAMPLES = 10

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })
const say = (line: string) => console.error(line)

/**
 * `--no-latency` leaves the bystander's times out of the verdict. On a machine that is busy with something else they
 * measure that work. They are still printed.
 */
const readOptions = () => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string', default: '10' }, 'no-latency': { type: 'boolean', default: false } },
  })
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error('--minutes needs a number above 0')
  return { minutes, withLatency: !values['no-latency'] }
}

interface Parties {
  attack: ReturnType<typeof startAttack>
  bystander: Bystander
}

const startAttack = (plan: AttackPlan) => {
  const child = fork(new URL('./attackers.ts', import.meta.url))
  child.send(plan)
  return {
    begun: async () => {
      const [word] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [unknown]
      if (word !== 'begun') throw new Error('the attack could not begin')
    },
    paused: async <T>(work: () => Promise<T>) => {
      child.send('pause')
      try {
        return await work()
      } finally {
        child.send('go on')
      }
    },
    stop: async () => {
      const reported = once(child, 'message') as Promise<[AttackReport]>
      child.send('stop')
      return (await reported)[0]
    },
    kill: async () => void child.kill('SIGKILL'),
  }
}

/**
 * The heap is sampled while everyone pauses. A forced collection, and the requests that queue up behind it, would look
 * like slowness of the store.
 */
const watch = async (heap: Heap, { attack, bystander }: Parties, totalMs: number, signal: AbortSignal) => {
  const samples: number[] = []
  const warmUpMs = Math.min(totalMs / 3, 120_000)
  await sleep(warmUpMs, undefined, { signal })
  // By now everything that is built once, such as compiled code, exists.
  bystander.forget()
  for (let taken = 1; taken <= HEAP_SAMPLES; taken++) {
    samples.push(await attack.paused(() => bystander.paused(() => heap.usedMegabytes())))
    say(`heap after collection: ${number.format(samples.at(-1)!)} MB`)
    if (taken < HEAP_SAMPLES) await sleep((totalMs - warmUpMs) / (HEAP_SAMPLES - 1), undefined, { signal })
  }
  return samples
}

const countTable = (counts: AttackCounts) => {
  const statuses = [...new Set(Object.values(counts).flatMap(Object.keys))].toSorted()
  return alignedTable([
    ['attack', ...statuses.map((status) => (status === '-1' ? 'cut off' : status))],
    ...Object.entries(counts).map(([kind, ofKind]) => [
      kind,
      ...statuses.map((status) => String(ofKind[Number(status)] ?? '')),
    ]),
  ])
}

const reportPictures = ({ serverBeforeMb, serverMb, pictureMb, smallMs, slowestPageMs, hostile }: PictureOutcome) =>
  console.log(
    `${alignedTable([
      ['sixteen hostile pictures at once', 'measured'],
      ['the server before, MB', number.format(serverBeforeMb)],
      ['the server at most, MB', number.format(serverMb)],
      ['the picture process at most, MB', number.format(pictureMb)],
      ["a bystander's small picture, ms", number.format(smallMs)],
      ['the slowest page meanwhile, ms', number.format(slowestPageMs)],
      ['answers by status', JSON.stringify(hostile)],
    ])}\n`,
  )

const report = ({ attack, bystander, heap, residentMb, pictures }: Outcome) => {
  reportPictures(pictures)
  console.log(countTable(attack.counts))
  console.log(`\n${attack.closedSlow} slow connections were closed by the store\n`)
  console.log(
    alignedTable([
      ['bystander', 'answers', 'p50 ms', 'p99 ms', 'worst ms', 'not 200'],
      ...bystander.map(({ name, answers, p50Ms, p99Ms, worstMs, failures }) => [
        name,
        String(answers),
        number.format(p50Ms),
        number.format(p99Ms),
        number.format(worstMs),
        String(failures),
      ]),
    ]),
  )
  console.log(`\nheap after collection, MB: ${heap.map((value) => number.format(value)).join(', ')}`)
  console.log(`resident memory at the end: ${number.format(residentMb)} MB`)
}

const run = async (minutes: number, signal: AbortSignal): Promise<Outcome> => {
  const undone: (() => Promise<unknown>)[] = []
  const undo = (work: () => Promise<unknown>) => void undone.push(work)
  try {
    say('starting the store')
    const { store, inspectorPort, customers, modIds } = await openAbuseStore(ADDRESSES.length + 6, undo, signal)
    say('sixteen hostile pictures at once')
    const pictures = await burstOfPictures({ url: store.url, pid: store.pid, customers: customers.slice(-6, -1) })
    const heap = await watchHeap(inspectorPort)
    undo(async () => heap.close())
    const port = Number(new URL(store.url).port)
    const attack = startAttack({
      port,
      addresses: ADDRESSES,
      perSecond: PER_SECOND,
      slowPerAddress: SLOW_PER_ADDRESS,
      customers,
      modIds,
    })
    undo(attack.kill)
    await attack.begun()
    const { authorization } = await signIn(store.url, customers.at(-1))
    const bystander = observe({ port, addresses: BYSTANDERS, authorization, modId: modIds[0]! })
    undo(async () => bystander.stop())
    say(`${ADDRESSES.length} addresses attack for ${minutes} minutes`)
    const samples = await watch(heap, { attack, bystander }, minutes * 60_000, signal)
    const summary = bystander.summary()
    const residentMb = residentMegabytes(store.pid)
    return { attack: await attack.stop(), bystander: summary, heap: samples, residentMb, pictures }
  } finally {
    for (const work of undone.reverse()) await work().catch((error: Error) => say(`cleaning up: ${error.message}`))
  }
}

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(name, () => stop.abort(new Error(`stopped by ${name}`)))
}
try {
  const { minutes, withLatency } = readOptions()
  const outcome = await run(minutes, stop.signal)
  report(outcome)
  const { pictures } = outcome
  const faults = [
    ...judgeStore(outcome),
    ...judgePictureMemory(pictures),
    ...(withLatency ? [...judgeBystander(outcome), ...judgePictureTimes(pictures)] : []),
  ]
  for (const fault of faults) say(`failed: ${fault}`)
  process.exitCode = faults.length > 0 ? 1 : 0
} catch (error) {
  printError(stop.signal.aborted ? String(stop.signal.reason) : error)
  process.exitCode = 2
}
process.exit()
