/** npm run settings -- list | get KEY | set KEY VALUE (VALUE is JSON, or plain text where a text is wanted) */
import { Settings } from '@slipstream/contract/settings'
import { inTransaction, openDatabase } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { changeSettings, isSettingKey, readSettings } from '#features/settings/settings.service.ts'

const fail = (text: string): never => {
  console.error(text)
  process.exit(1)
}

const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const [verb = 'list', key = '', ...words] = process.argv.slice(2)
if (!['list', 'get', 'set'].includes(verb)) fail('usage: settings list | get KEY | set KEY VALUE')

const database = openDatabase({
  url: loadConfig().databaseUrl,
  applicationName: 'slipstream-settings',
  maxConnections: 1,
  onIdleError: (error) => console.error(error.message),
})
try {
  if (verb === 'list') {
    console.log(JSON.stringify(await readSettings(database.db), null, 2))
  } else {
    if (!isSettingKey(key)) throw new Error(`no setting "${key}"; there are: ${Object.keys(Settings.shape).join(', ')}`)
    if (verb === 'set') {
      const value = parseValue(words.join(' '))
      const checked = Settings.shape[key].safeParse(value)
      if (!checked.success) throw new Error(`${key}: ${checked.error.issues.map((issue) => issue.message).join('; ')}`)
      await inTransaction(database.db, (tx) => changeSettings(tx, { [key]: checked.data }))
    }
    console.log(`${key} = ${JSON.stringify((await readSettings(database.db))[key])}`)
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  await database.close()
}
