import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@slipstream/db/testing/test-database'

/**
 * Kills PostgreSQL's main process at once, without a checkpoint, and waits until the caller of the proof has restarted
 * it.
 */
export const crashPostgres = async (url: string) => {
  const parent = await withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return / \w (\d+) /.exec(readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8'))?.[1]
  })
  process.kill(Number(parent), 'SIGQUIT')
  for (const answers = () => withClient(url, (client) => client.query('select 1')); ; await sleep(100)) {
    const isBack = await answers().catch(() => null)
    if (isBack) return
  }
}
