/** npm run trace -- FILE [MOD-ID]: finds the purchase that a leaked archive or a single physics file came from */
import { basename } from 'node:path'
import { inTransaction } from '@slipstream/db/client'
import { openFile } from '@slipstream/mod-archive/source'
import { loadConfig } from '#config.ts'
import { finishTrace, insertTrace, keepFindings } from '#features/traces/keep-trace.service.ts'
import { readLeak } from '#features/traces/read-leak.service.ts'
import { readTrace } from '#features/traces/read-traces.service.ts'
import { traceText } from '#features/traces/trace-text.ts'
import { hashedSource } from '#features/uploads/archive-source.ts'
import { openStorage } from '#gateways/storage.ts'
import { runCommand } from '#lib/run-command.ts'

const [path, modText] = process.argv.slice(2)
const config = loadConfig()

await runCommand('trace', config, async (db) => {
  const modId = modText === undefined ? null : Number(modText)
  if (path === undefined || (modId !== null && !Number.isSafeInteger(modId)))
    throw new Error('usage: trace FILE [MOD-ID]')
  const source = await openFile(path)
  const storage = openStorage(config.storage)
  try {
    if (source.size === 0) throw new Error(`${path} is empty`)
    const fileName = basename(path)
    // Written before reading, so that an interrupted trace is in the audit log too.
    const id = await inTransaction(db, (tx) => insertTrace(tx, { fileName, sizeBytes: source.size, modId }))
    const sha256 = await hashedSource(source).digest()
    const findings = await readLeak({ db, storage, markKeys: config.markKeys }, { source, fileName, modId })
    await inTransaction(db, async (tx) => {
      await keepFindings(tx, id, { findings, sha256 })
      await finishTrace(tx, { id, fileName, startedBy: null, findings }, null)
    })
    return traceText(await readTrace(db, id))
  } finally {
    storage.close()
    await source.close()
  }
})
