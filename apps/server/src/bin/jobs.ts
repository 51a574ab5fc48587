/** npm run jobs -- dead | retry ID | test-mail ADDRESS | split-again */
import { type Db, inTransaction } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { splitAgain } from '#features/copies/split-release.service.ts'
import { listDeadJobs, retryDeadJob } from '#lib/jobs/jobs.ts'
import { type Letter, text } from '#lib/mail/letter.ts'
import { queueMail } from '#lib/outbox/outbox.ts'
import { runCommand } from '#lib/run-command.ts'

const dead = async (db: Db) => {
  const jobs = await listDeadJobs(db)
  if (jobs.length === 0) return 'no dead jobs'
  return jobs
    .map(
      (job) => `${job.id}  ${job.name}  ${job.attempts} attempts  ${job.failedAt.toISOString()}\n    ${job.lastError}`,
    )
    .join('\n')
}

const retry = async (db: Db, id: string) => {
  const found = await inTransaction(db, (tx) => retryDeadJob(tx, id))
  return found ? `job ${id} will run again` : `no dead job ${id}`
}

const TEST_LETTER: Letter = {
  subject: 'A test mail from your store',
  preview: 'The worker runs, and the mail server accepts mail.',
  heading: 'Mail works',
  body: [text('If you can read this, the worker runs and the mail server accepts mail from the store.')],
  reason: 'You’re receiving this e-mail because someone ran `npm run jobs -- test-mail` on the server.',
}

const testMail = async (db: Db, to: string) => {
  await inTransaction(db, (tx) => queueMail(tx, { to, userId: null, letter: TEST_LETTER }, { kind: 'alerts' }))
  return `queued a mail to ${to}`
}

const [verb = 'dead', argument = ''] = process.argv.slice(2)

await runCommand('jobs', loadConfig(), async (db) => {
  if (verb === 'dead') return dead(db)
  if (verb === 'retry' && argument !== '') return retry(db, argument)
  if (verb === 'test-mail' && argument !== '') return testMail(db, argument)
  if (verb === 'split-again') return `queued ${await inTransaction(db, splitAgain)} releases`
  throw new Error('usage: jobs dead | retry ID | test-mail ADDRESS | split-again')
})
