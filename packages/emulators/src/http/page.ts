import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Markup } from './html.ts'

const STYLES_PATH = '/_emulator/pages.css'
const styles = readFileSync(join(import.meta.dirname, 'pages.css'), 'utf8')

// No form-action: browsers apply it to redirects too, and a completed form leads back to the store.
const POLICY = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'"

interface Page {
  title: string
  /** The name of the emulated service. A visitor must always see that this is not the real one. */
  imitates: string
  body: Markup
  status?: number
}

export const sendPage = (reply: FastifyReply, { title, imitates, body, status = 200 }: Page) =>
  reply
    .code(status)
    .header('content-security-policy', POLICY)
    // The control API redirects a person back to the page of the form.
    .header('referrer-policy', 'same-origin')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(
      html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="${STYLES_PATH}">
<link rel="icon" href="data:,">
</head>
<body>
<header class="notice">Emulator. This is not ${imitates}: nothing here costs money or leaves this machine.</header>
<main>
${body}
</main>
</body>
</html>
`.text,
    )

export const serveStyles = (app: FastifyInstance) => {
  app.get(STYLES_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/css; charset=utf-8').send(styles),
  )
}
