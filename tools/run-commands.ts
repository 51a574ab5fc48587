import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'

const ROOT = path.resolve(import.meta.dirname, '..')

const run = async (command: string, showsAll: boolean) => {
  const began = performance.now()
  const child = spawn(`${command} 2>&1`, { cwd: ROOT, shell: true, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const output = await text(child.stdout)
  const hasPassed = (await ended) === 0
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `--- ${shorten(command)}: ${hasPassed ? 'ok' : 'failed'} after ${seconds} s${showsAll || !hasPassed ? `\n${output}` : ''}`,
  )
  return hasPassed
}

/** A command may end with hundreds of file names. */
const shorten = (command: string) => (command.length > 100 ? `${command.slice(0, 100)}…` : command)

/**
 * Runs shell commands, prints the output of each when it ends, and returns those that failed. Put the longest
 * first, so that no long one is left over for the end.
 * @param showsAll prints the output of commands that passed, too.
 * @param atOnce one, where times are measured.
 */
export const runCommands = async (commands: readonly string[], showsAll = true, atOnce = 2): Promise<string[]> => {
  const waiting = [...commands]
  const failed: string[] = []
  const work = async () => {
    for (let command = waiting.shift(); command !== undefined; command = waiting.shift())
      if (!(await run(command, showsAll))) failed.push(shorten(command))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}
