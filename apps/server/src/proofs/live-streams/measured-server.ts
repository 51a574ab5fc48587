import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

interface Usage {
  rss: number
  cpuMicroseconds: number
}

/** A server that can be measured, stopped and killed. */
export const startMeasuredServer = async (environment: Record<string, string>) => {
  const spawnServer = async () => {
    const args = ['--expose-gc', '--max-old-space-size=256', '--max-semi-space-size=8']
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
    usage: async () => {
      const answer = once(child, 'message') as Promise<[Usage]>
      child.send('usage')
      return (await answer)[0]
    },
    end,
    restart: async (signal: 'SIGTERM' | 'SIGKILL') => {
      await end(signal)
      child = await spawnServer()
    },
  }
}
