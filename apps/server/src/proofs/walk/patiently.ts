import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '#lib/database-unavailable.ts'

/** On a busy machine the database may be unavailable for a moment; the work is then repeated. */
export const patiently = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await sleep(200)
    }
  }
}
