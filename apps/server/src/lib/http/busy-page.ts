import type { FastifyReply } from 'fastify'

const RETRY_AFTER_SECONDS = 3

/** Sent instead of a page when the render queue is full. Needs no script, no file and no render. */
const HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>The store is busy</title>
<style>
:root { color-scheme: dark light; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; gap: 16px; padding: 24px; text-align: center;
  font: 16px/1.5 system-ui, sans-serif; background: #090a0e; color: #f4f5f7; }
h1 { margin: 0; font-size: 28px; line-height: 1.2; }
p { margin: 0; max-width: 44ch; }
a { color: inherit; }
@media (prefers-color-scheme: light) { body { background: #f9fafb; color: #14161c; } }
</style>
</head>
<body>
<h1>The store is busy</h1>
<p>We're handling a lot of requests right now. Try again in a few seconds.</p>
<p><a href="">Try again</a></p>
</body>
</html>
`

export const sendBusyPage = (reply: FastifyReply) =>
  reply
    .code(503)
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER_SECONDS),
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    })
    .send(HTML)
