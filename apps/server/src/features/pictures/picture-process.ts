/**
 * The process that decodes pictures of strangers, started by `ask-picture-process.ts`. It has no secret of the store and
 * its own limit of memory: a picture that breaks the decoder, or needs too much, ends this process and nothing else.
 */
import { writeFileSync } from 'node:fs'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import type { PictureAnswer, PictureQuestion } from './picture-messages.ts'
import { PICTURE_WORK } from './picture-work.ts'

const MOST_MEGABYTES = 370
const LOOK_EVERY_MS = 5

// Whichever process asked for too much: the system shall end this one rather than the store. Not on every system.
try {
  writeFileSync('/proc/self/oom_score_adj', '1000')
} catch {}

// The store ends first and closes the channel.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
process.once('disconnect', () => process.exit())

/** The decoder allocates outside of Node's heap, on other threads, so this timer runs meanwhile. */
const withinMemory = async <Result>(work: () => Promise<Result>) => {
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > MOST_MEGABYTES * 2 ** 20) process.kill(process.pid, 'SIGKILL')
  }, LOOK_EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

const answerOf = async ({ name, given }: PictureQuestion): Promise<PictureAnswer> => {
  try {
    const work = PICTURE_WORK[name] as (...given: readonly unknown[]) => Promise<unknown>
    return { made: await withinMemory(() => work(...given)) }
  } catch (error) {
    if (error instanceof UnusablePicture) return { unusable: error.message }
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', (question: PictureQuestion) => {
  void answerOf(question).then((answer) => process.send?.(answer))
})
