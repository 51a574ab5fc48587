/** npm run demo:reset: empties this machine's store and its emulated Stripe, and seeds both with the demo again. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { forgetPayments, tellDemoPayments } from './demo-payments.ts'
import { environment } from './environment.ts'
import { ensureServices } from './services/all-services.ts'
import { readPlaces, repositoryRoot } from './services/places.ts'

const env = environment()

const run = (script: string, ...args: string[]) => {
  const path = join(repositoryRoot, 'apps/server/src/bin', script)
  const { status } = spawnSync(process.execPath, [path, ...args], { env, stdio: 'inherit' })
  if (status !== 0) throw new Error(`${script} failed.`)
}

const reset = async () => {
  if (env.NODE_ENV === 'production') throw new Error('A production store cannot be reset.')
  const services = await ensureServices(readPlaces(env))
  try {
    run('migrate.ts')
    // Before the demo is there: a running worker publishes its plans to Stripe at once.
    await forgetPayments(env)
    console.log(
      'A running store and worker wait until the demo is filled again; what times out meanwhile is tried again.',
    )
    run('../demo/seed.ts', '--reset')
    await tellDemoPayments(env)
    run('../demo/subscribe.ts')
  } finally {
    await services.stop()
  }
}

await reset().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
