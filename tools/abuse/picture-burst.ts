import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { largestPicture, pixelBomb, smallPicture } from '@slipstream/mod-archive/testing/hostile-picture'
import type { Credentials } from '../bench/sign-in.ts'
import { sendPicture } from './send-picture.ts'

const ACCOUNTS = 4
/** Of each account: the most expensive picture that is accepted, and three that must be refused by their header. */
const BOMBS_EACH = 3
const SAMPLE_MS = 20
const PAGE_EVERY_MS = 100
const PATIENCE_MS = 120_000

export interface PictureOutcome {
  /** In MB, before the pictures. */
  serverBeforeMb: number
  /** Peaks in MB while they are sent. */
  serverMb: number
  pictureMb: number
  /** From the request to its answer. */
  smallMs: number
  slowestPageMs: number
  /** Answers to the hostile pictures by status. */
  hostile: Record<number, number>
}

interface BurstOptions {
  url: string
  pid: number
  /** One more than attack. */
  customers: readonly Credentials[]
}

/** Sixteen hostile pictures at once, while a bystander sends a small one and opens pages. */
export const burstOfPictures = async ({ url, pid, customers }: BurstOptions): Promise<PictureOutcome> => {
  const [bomb, largest] = [await pixelBomb(), await largestPicture()]
  const attackers = await Promise.all(customers.slice(0, ACCOUNTS).map((one) => openSender(url, one)))
  const hostile = await Promise.all(
    attackers.flatMap((sender) =>
      [largest, ...Array<Buffer>(BOMBS_EACH).fill(bomb)].map(async (picture) => {
        const key = await sender.send(picture)
        return () => sender.add(key)
      }),
    ),
  )
  const bystander = await openSender(url, customers[ACCOUNTS]!)
  const small = await bystander.send(await smallPicture())
  forgetPeak(pid)
  const serverBeforeMb = peakOf(pid)
  const picturePeak = watchPictureProcess(pid)
  const pages = watchPage(`${url}/mods`)

  const answers = hostile.map((add) => add())
  await sleep(PAGE_EVERY_MS)
  const began = performance.now()
  const status = await bystander.add(small)
  const smallMs = status === 200 ? performance.now() - began : Number.POSITIVE_INFINITY
  const statuses = await Promise.all(answers)
  const counted = Object.groupBy(statuses, (one) => one)
  return {
    serverBeforeMb,
    serverMb: peakOf(pid),
    pictureMb: picturePeak.stop(),
    smallMs,
    slowestPageMs: await pages.stop(),
    hostile: Object.fromEntries(Object.entries(counted).map(([one, all = []]) => [one, all.length])),
  }
}

const openSender = async (url: string, credentials: Credentials) => {
  const call = (headers: Record<string, string>) => (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const { token } = await patiently<{ token: string }>(() => call({})('/api/auth/login', credentials))
  const post = call({ authorization: `Bearer ${token}` })
  return {
    send: (picture: Buffer) => sendPicture((path, body) => patiently(() => post(path, body)), picture),
    /** A store that is late sheds requests, as on a machine with other work: the time counts until it lets this one in. */
    add: async (key: string) => {
      for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await sleep(PAGE_EVERY_MS)) {
        const picture = { key, kind: 'picture', name: 'a.png' }
        const status = await statusOf(() => post('/api/tickets/attachments', picture))
        if (status !== 503) return status
      }
      return 503
    },
  }
}

/** Nothing is measured yet, so a store that is still busy starting is asked again. */
const patiently = async <Answer>(ask: () => Promise<Response>): Promise<Answer> => {
  const answer = await ask()
  if (answer.ok) return (await answer.json()) as Answer
  if (answer.status !== 503) throw new Error(`${answer.url} was answered with ${answer.status}`)
  await sleep(PAGE_EVERY_MS)
  return patiently(ask)
}

/** From here on VmHWM is the peak of what follows: a start takes more than anything afterwards. */
const forgetPeak = (pid: number) => writeFileSync(`/proc/${pid}/clear_refs`, '5')

/** The most memory that a process has held, in MB of 1,000,000 bytes; 0 if it has ended. */
const peakOf = (pid: number) => {
  try {
    const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return (Number(kibibytes ?? 0) * 1_024) / 1_000_000
  } catch {
    return 0
  }
}

/** The highest peak of all processes that the server has started. */
const watchPictureProcess = (server: number) => {
  let peak = 0
  const look = () => {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, 'utf8').split(' ').filter(Boolean)
    peak = Math.max(peak, ...children.map((child) => peakOf(Number(child))))
  }
  const timer = setInterval(look, SAMPLE_MS)
  return {
    stop: () => {
      clearInterval(timer)
      look()
      return peak
    },
  }
}

/** A connection that the store closes counts as shed. */
const statusOf = async (ask: () => Promise<Response>) => {
  try {
    const answer = await ask()
    await answer.arrayBuffer()
    return answer.status
  } catch {
    return 503
  }
}

const watchPage = (address: string) => {
  let slowest = 0
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      while (!isOver && (await statusOf(() => fetch(address))) !== 200) await sleep(PAGE_EVERY_MS)
      slowest = Math.max(slowest, performance.now() - began)
      await sleep(PAGE_EVERY_MS)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await watching
      return slowest
    },
  }
}
