/** npm run jobs -- dead | retry ID | test-mail ADDRESS */
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { enqueue, listDeadJobs, retryDeadJob } from '#lib/jobs.ts'

const [verb = 'dead', argument = ''] = process.argv.slice(2)
const database = openDatabase({
  url: loadConfig().databaseUrl,
  applicationName: 'slipstream-jobs',
  maxConnections: 1,
  onIdleError: (error) => console.error(error.message),
})

const verbs: Record<string, () => Promise<string>> = {
  dead: async () => {
    const jobs = await listDeadJobs(database.db)
    if (jobs.length === 0) return 'no dead jobs'
    return jobs
      .map(
        (job) =>
          `${job.id}  ${job.name}  ${job.attempts} attempts  ${job.failedAt.toISOString()}\n    ${job.lastError}`,
      )
      .join('\n')
  },
  retry: async () => {
    const found = await inTransaction(database.db, (tx) => retryDeadJob(tx, argument))
    return found ? `job ${argument} runs again` : `no dead job ${argument}`
  },
  'test-mail': async () => {
    await inTransaction(database.db, (tx) =>
      enqueue(tx, 'mail.send', {
        to: argument,
        subject: 'A test mail from your store',
        text: 'If you can read this, the worker runs and the mail server accepts mail from the store.',
      }),
    )
    return `queued a mail to ${argument}`
  },
}

try {
  const act = verbs[verb]
  if (!act || (verb !== 'dead' && argument === '')) throw new Error('usage: jobs dead | retry ID | test-mail ADDRESS')
  console.log(await act())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}
