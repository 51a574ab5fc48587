/** npm run settings -- list | get KEY | set KEY VALUE (VALUE is JSON, or plain text for text settings) */
import { Settings } from '@slipstream/contract/settings'
import { type Db, inTransaction } from '@slipstream/db/client'
import { loadConfig } from '#config.ts'
import { editSettings } from '#features/settings/edit-settings.service.ts'
import { isSettingKey, readSettings } from '#features/settings/settings.service.ts'
import { runCommand } from '#lib/run-command.ts'

const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const settingKey = (key: string) => {
  if (isSettingKey(key)) return key
  throw new Error(`unknown setting "${key}"; the settings are: ${Object.keys(Settings.shape).join(', ')}`)
}

const get = async (db: Db, name: string) => {
  const key = settingKey(name)
  return `${key} = ${JSON.stringify((await readSettings(db))[key])}`
}

const set = async (db: Db, name: string, text: string) => {
  const key = settingKey(name)
  const checked = Settings.shape[key].safeParse(parseValue(text))
  if (!checked.success) throw new Error(`${key}: ${checked.error.issues.map((issue) => issue.message).join('; ')}`)
  await inTransaction(db, (tx) => editSettings(tx, null, { [key]: checked.data }))
  return get(db, key)
}

const [verb = 'list', key = '', ...words] = process.argv.slice(2)

await runCommand('settings', loadConfig(), async (db) => {
  if (verb === 'list') return JSON.stringify(await readSettings(db), null, 2)
  if (verb === 'get') return get(db, key)
  if (verb === 'set') return set(db, key, words.join(' '))
  throw new Error('usage: settings list | get KEY | set KEY VALUE')
})
