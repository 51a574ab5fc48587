import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A server that can be stopped and killed. */
export const startServer = async (environment: Record<string, string>) => {
  const spawnServer = async () => {
    const args = ['--max-old-space-size=256', '--max-semi-space-size=8']
    const child = spawn(process.execPath, [...args, path.join(import.meta.dirname, 'serve.ts')], {
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    await once(child, 'message')
    return child
  }
  let child: ChildProcess = await spawnServer()

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    end,
    restart: async (signal: 'SIGTERM' | 'SIGKILL') => {
      await end(signal)
      child = await spawnServer()
    },
  }
}
