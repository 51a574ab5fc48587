import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { readConfig } from '#config.ts'
import { openStorage } from '#gateways/storage.ts'

const ROOT = path.resolve(import.meta.dirname, '../../../../..')

interface Result {
  isGood: boolean
  said: string
}

const npmRun = async (environment: NodeJS.ProcessEnv, script: string): Promise<Result> => {
  try {
    const options = { env: environment, cwd: ROOT, maxBuffer: 16 * 1024 ** 2 }
    const { stdout } = await promisify(execFile)('npm', ['run', '--silent', script], options)
    return { isGood: true, said: stdout.trim() }
  } catch (error) {
    return { isGood: false, said: String((error as { stderr?: string }).stderr ?? error).trim() }
  }
}

const firstKey = async (storage: ReturnType<typeof openStorage>) => {
  for await (const [first] of storage.list('private', 'uploads/')) if (first) return first.key
  throw new Error('the storage is empty')
}

/** Checks that the copy's money agrees with Stripe, that all its objects exist, and that a lost object is detected. */
export const checkCopy = async (environment: NodeJS.ProcessEnv, say: (line: string) => void) => {
  for (const script of ['money', 'objects']) {
    const { isGood, said } = await npmRun(environment, script)
    say(`  npm run ${script}: ${said}`)
    if (!isGood) throw new Error(`npm run ${script} failed on the restored copy`)
  }
  const storage = openStorage(readConfig(environment).storage)
  try {
    const key = await firstKey(storage)
    await storage.remove('private', key)
    const { isGood, said } = await npmRun(environment, 'objects')
    if (isGood || !said.includes(key)) throw new Error('a removed object was not reported')
    say(`  after one object was removed: ${said.split('\n').at(-1)}`)
  } finally {
    storage.close()
  }
}
