import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:https'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

interface TlsProxyOptions {
  /** Where its key and certificate are written. */
  folder: string
  /** The host name in its certificate. */
  name: string
  host: string
  port: number
  /** The server that requests are forwarded to. */
  behind: URL
}

/** Puts HTTPS with a self-signed certificate in front of an HTTP server, because pgBackRest speaks only HTTPS. */
export const startTlsProxy = async ({ folder, name, host, port, behind }: TlsProxyOptions) => {
  const [keyFile, certificateFile] = [path.join(folder, 'key.pem'), path.join(folder, 'certificate.pem')]
  await run('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'],
    ...['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`, '-keyout', keyFile, '-out', certificateFile],
  ])
  await chmod(certificateFile, 0o644)
  const tls = { key: await readFile(keyFile), cert: await readFile(certificateFile) }
  const server = createServer(tls, (asked, answer) => {
    const { method, url, headers } = asked
    const forwarded = request({ host: behind.hostname, port: behind.port, method, path: url, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers)
      got.pipe(answer)
    })
    forwarded.on('error', () => answer.destroy())
    asked.pipe(forwarded)
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    certificateFile,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
