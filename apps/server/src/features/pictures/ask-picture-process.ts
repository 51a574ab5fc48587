import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import { MINUTE_MS } from '@slipstream/contract/durations'
import { UnusablePicture } from '#gateways/unusable-picture.ts'
import { pictureEnvironment } from './config.ts'
import type { PictureAnswer, PictureQuestion } from './picture-messages.ts'

const PROCESS = path.join(import.meta.dirname, 'picture-process.ts')
/** Far more than any picture within the limits needs, even on a busy machine. */
const MOST_MS = MINUTE_MS
/** An idle process keeps 80 MB, and starting one takes a third of a second. */
const IDLE_MS = 30_000
const HEAP = ['--max-old-space-size=96', '--max-semi-space-size=2']

let running: ChildProcess | null = null
let idle: NodeJS.Timeout | undefined

const start = () => {
  const child = fork(PROCESS, {
    execArgv: HEAP,
    env: pictureEnvironment(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.once('exit', () => {
    if (running === child) running = null
  })
  child.on('error', () => child.kill('SIGKILL'))
  return child
}

/** Never keeps the store from ending. */
const rest = (child: ChildProcess) => {
  child.unref()
  child.channel?.unref()
  idle = setTimeout(() => {
    if (running === child) running = null
    if (child.connected) child.disconnect()
  }, IDLE_MS).unref()
}

const wake = () => {
  clearTimeout(idle)
  const child = (running ??= start())
  child.ref()
  child.channel?.ref()
  return child
}

/** One question at a time: `inPictureTurn` sees to that. */
export const askPictureProcess = async (question: PictureQuestion): Promise<unknown> => {
  const child = wake()
  const answer = await answerFrom(child, question)
  rest(child)
  if ('made' in answer) return answer.made
  if ('unusable' in answer) throw new UnusablePicture(answer.unusable)
  throw new Error(`the picture process failed: ${answer.failed}`)
}

/** A process that ends in the middle was ended by this picture. The next question starts another one. */
const answerFrom = (child: ChildProcess, question: PictureQuestion) =>
  new Promise<PictureAnswer>((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), MOST_MS)
    const end = (answer: PictureAnswer) => {
      clearTimeout(timer)
      child.off('message', end)
      child.off('exit', lost)
      resolve(answer)
    }
    const lost = () => {
      if (running === child) running = null
      end({ unusable: 'This picture takes too much memory to open. Choose a smaller one, or save it as a plain JPEG.' })
    }
    child.once('message', end)
    child.once('exit', lost)
    child.send(question, (error) => {
      if (error) lost()
    })
  })

/** For tests and measurements. */
export const pictureProcessId = () => running?.pid ?? null
