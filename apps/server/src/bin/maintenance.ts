/** npm run maintenance -- on | off: closes the store to everyone but administrators, or opens it again */
import { phaseOf } from '@slipstream/contract/maintenance'
import { inTransaction } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { changeSettings, readSettings } from '#features/settings/settings.service.ts'
import { runCommand } from '#lib/run-command.ts'

const [word] = process.argv.slice(2)

await runCommand('maintenance', loadConfig(), async (db) => {
  if (word !== 'on' && word !== 'off') throw new Error('usage: maintenance on | off')
  await inTransaction(db, async (tx) => {
    const { plannedMaintenance } = await readSettings(tx)
    // Otherwise a maintenance window in progress would keep the store closed.
    const endsWindow = word === 'off' && phaseOf(plannedMaintenance, Date.now()) === 'during'
    await changeSettings(tx, { maintenanceMode: word === 'on', ...(endsWindow && { plannedMaintenance: null }) })
  })
  return `maintenance mode is ${word}`
})
