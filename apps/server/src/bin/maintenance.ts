/** npm run maintenance -- on | off: closes the store to everyone but administrators, or opens it again */
import { inTransaction } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { changeSettings } from '#features/settings/settings.service.ts'
import { runCommand } from '#lib/run-command.ts'

const [word] = process.argv.slice(2)

await runCommand('maintenance', loadConfig(), async (db) => {
  if (word !== 'on' && word !== 'off') throw new Error('usage: maintenance on | off')
  await inTransaction(db, (tx) => changeSettings(tx, { maintenanceMode: word === 'on' }))
  return `maintenance mode is ${word}`
})
