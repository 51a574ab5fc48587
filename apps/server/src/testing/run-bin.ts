import { execFile } from 'node:child_process'
import path from 'node:path'
import { inject } from 'vitest'

const BIN = path.resolve(import.meta.dirname, '../bin')

/** For tests that start processes, which is slow on a busy machine. */
export const PROCESSES_TIMEOUT_MS = 60_000

/** Runs a file from bin/ as a process, in the tests' environment with these changes. */
export const runBin = (name: string, args: readonly string[], changes: NodeJS.ProcessEnv = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = { ...inject('environment'), ...changes }
    const child = execFile(process.execPath, [path.resolve(BIN, name), ...args], { env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    )
  })
