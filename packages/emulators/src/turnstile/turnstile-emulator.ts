import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { createEmulator } from '../http/emulator-app.ts'
import { html, Markup } from '../http/html.ts'
import { sendPage } from '../http/page.ts'

const API = '/turnstile/v0'
const SECRET = '0x4EMULATOR00000000000000000000000AA'
const VALID_FOR_MS = 300_000

const Mode = z.enum(['pass', 'fail'])
const Asked = z.strictObject({ action: z.string().default(''), hostname: z.string().min(1).default('localhost') })
const Order = z.object({ secret: z.string().default(''), response: z.string().default('') })

const refusal = (code: string) => ({ success: false, 'error-codes': [code] })

/** The part of window.turnstile that the store uses. The widget is a frame of this script's origin. */
const SCRIPT = `(() => {
  const { origin } = new URL(document.currentScript.src)
  const widgets = new Map()
  addEventListener('message', ({ source, origin: sender, data }) => {
    const widget = [...widgets.values()].find(({ frame }) => frame.contentWindow === source)
    if (sender === origin && widget) widget.options[data.callback]?.(data.token)
  })
  window.turnstile = {
    render: (host, options) => {
      const frame = document.createElement('iframe')
      frame.title = 'Widget containing a Cloudflare security challenge'
      frame.referrerPolicy = 'origin'
      frame.style = 'border: 0; width: 100%; height: 65px'
      frame.src = origin + '${API}/frame?action=' + encodeURIComponent(options.action)
      host.append(frame)
      const id = 'widget-' + Math.random()
      widgets.set(id, { frame, options })
      return id
    },
    remove: (id) => {
      widgets.get(id)?.frame.remove()
      widgets.delete(id)
    },
  }
})()`

/** Asks for a token at once, whenever the box is ticked, and when the token has expired. */
const FRAME = html`<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Turnstile emulator</title>
<body style="font: 14px sans-serif; background: #fff; color: #000">
<label><input type="checkbox"> Verify you are human</label> <span role="status">Verifying…</span>
<script>${new Markup(`
  const box = document.querySelector('input')
  const host = new URL(document.referrer)
  const tell = (callback, token) => parent.postMessage({ callback, token }, host.origin)
  const solve = async () => {
    const action = new URLSearchParams(location.search).get('action')
    const order = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ action, hostname: host.hostname }) }
    const { token } = await fetch('${API}/challenge', order).then((answer) => answer.json()).catch(() => ({}))
    document.querySelector('[role=status]').textContent = token ? 'Success!' : 'Verification failed. Try again.'
    box.checked = Boolean(token)
    tell(token ? 'callback' : 'error-callback', token)
    if (token) setTimeout(() => { tell('expired-callback'); solve() }, ${VALID_FOR_MS})
  }
  box.addEventListener('change', solve)
  solve()
`)}</script>
</html>`

/** Cloudflare's bot check, as far as the store uses it. */
export const createTurnstileEmulator = () => {
  const { app, control, onReset, faultsCard } = createEmulator({
    isApiCall: (path) => path.startsWith('/turnstile/'),
    failure: (kind) => ({ status: kind === 'error' ? 500 : 429, body: refusal('internal-error') }),
  })
  const tokens = new Map<string, z.infer<typeof Asked> & { expiresAt: number }>()
  let mode: z.infer<typeof Mode> = 'pass'
  const issue = (asked: z.infer<typeof Asked>) => {
    const token = `0.${randomBytes(48).toString('base64url')}`
    tokens.set(token, { ...asked, expiresAt: Date.now() + VALID_FOR_MS })
    return { token }
  }

  app.get(`${API}/api.js`, (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT))
  app.get(`${API}/frame`, (_request, reply) => reply.type('text/html; charset=utf-8').send(FRAME.text))
  app.post(`${API}/challenge`, (request) => (mode === 'pass' ? issue(Asked.parse(request.body)) : {}))
  app.post(`${API}/siteverify`, (request) => {
    const { secret, response } = Order.parse(request.body ?? {})
    if (secret !== SECRET) return refusal('invalid-input-secret')
    const answer = tokens.get(response)
    // A token works once.
    tokens.delete(response)
    if (!answer) return refusal('invalid-input-response')
    const { expiresAt, ...asked } = answer
    return expiresAt > Date.now() ? { success: true, 'error-codes': [], ...asked } : refusal('timeout-or-duplicate')
  })
  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Turnstile emulator',
      imitates: 'Cloudflare Turnstile',
      body: html`<h1>Turnstile</h1><p>The widget answers: ${mode}.</p>${Mode.options.map(
        (one) =>
          html`<form method="post" action="/_control/mode"><button name="mode" value="${one}">Let it ${one}</button></form>`,
      )}${faultsCard()}`,
    }),
  )
  control('mode', z.strictObject({ mode: Mode }), (order) => {
    mode = order.mode
  })
  // For tests without a browser: a token as the widget would have received it.
  control('answer', Asked, issue)
  onReset(() => {
    mode = 'pass'
    tokens.clear()
  })
  return { app }
}
