import { parseArgs } from 'node:util'
import { httpServer } from './http.ts'
import { openMessageStore } from './message-store.ts'
import { smtpServer } from './smtp.ts'

const { values } = parseArgs({
  options: {
    smtp: { type: 'string', default: '4304' },
    http: { type: 'string', default: '4305' },
    host: { type: 'string', default: '127.0.0.1' },
    folder: { type: 'string', default: '.local/services/mailbox/messages' },
  },
})

const store = openMessageStore(values.folder)
const smtp = smtpServer(store).listen(Number(values.smtp), values.host)
const http = httpServer(store).listen(Number(values.http), values.host)
console.log(`mail to ${values.host}:${values.smtp}, read at http://${values.host}:${values.http}`)

process.once('SIGTERM', () => {
  smtp.close()
  http.close()
  http.closeAllConnections()
})
