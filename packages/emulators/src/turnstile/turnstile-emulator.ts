import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyError, FastifyInstance } from 'fastify'
import * as z from 'zod'
import { createEmulator } from '../http/emulator-app.ts'
import { sendPage } from '../http/page.ts'
import { type Challenge, openAnswers, refusal, rememberNewest, type Verdict } from './answers.ts'
import { DEVELOPMENT_KEYS, type Mode, MODES, TEST_SITEKEYS } from './keys.ts'
import { turnstilePage, type VerificationNote } from './turnstile-page.ts'
import { FRAME_POLICY, widgetFrame } from './widget-frame.ts'

const API = '/turnstile/v0'
const MOST_REMEMBERED = 1_000

const file = (name: string) => readFileSync(join(import.meta.dirname, 'browser', name), 'utf8')
const FILES = {
  'api.js': { type: 'text/javascript; charset=utf-8', text: file('api.js') },
  'widget.js': { type: 'text/javascript; charset=utf-8', text: file('widget.js') },
  'widget.css': { type: 'text/css; charset=utf-8', text: file('widget.css') },
}

const FrameQuery = z.strictObject({
  sitekey: z.string(),
  action: z.string(),
  cData: z.string(),
  theme: z.enum(['auto', 'light', 'dark']),
  size: z.enum(['normal', 'flexible', 'compact']),
})

const VerificationOrder = z.strictObject({
  secret: z.string().optional(),
  response: z.string().optional(),
  remoteip: z.string().optional(),
  idempotency_key: z.uuid().optional(),
})

const TokenOrder = z.strictObject({
  hostname: z.string().min(1).default('localhost'),
  action: z.string().default(''),
  cdata: z.string().default(''),
})

export const createTurnstileEmulator = ({ address }: { address: string }) => {
  const emulator = createEmulator({
    isApiCall: (path) => path.startsWith('/turnstile/'),
    failure: (kind) => ({ status: kind === 'error' ? 500 : 429, body: refusal('internal-error') }),
  })
  const { app, control, report } = emulator
  const answers = openAnswers()
  let mode: Mode = 'pass'
  let verifications: VerificationNote[] = []

  serveWidget(app, answers, () => mode)

  app.post(`${API}/siteverify`, (request, reply) => {
    const order = VerificationOrder.safeParse(request.body ?? {})
    if (!order.success) return reply.code(400).send(badRequest(z.prettifyError(order.error)))
    const verdict = answers.verify(order.data)
    const note = { at: new Date().toISOString(), token: order.data.response ?? '', verdict }
    verifications = [...verifications.slice(1 - MOST_REMEMBERED), note]
    return reply.send(verdict)
  })
  app.setErrorHandler((error: FastifyError, _request, reply) =>
    (error.statusCode ?? 500) < 500
      ? reply.code(400).send(badRequest(error.message))
      : reply.code(500).send({ ...refusal('internal-error'), messages: [error.message] }),
  )
  app.setNotFoundHandler((request, reply) =>
    reply.code(501).send(badRequest(`The emulator does not support ${request.method} ${request.url}.`)),
  )

  app.get('/', (_request, reply) =>
    sendPage(reply, {
      title: 'Turnstile emulator',
      imitates: 'Cloudflare Turnstile',
      body: turnstilePage({
        address,
        mode,
        answers: answers.list(),
        verifications,
        faults: emulator.faultsCard(),
      }),
    }),
  )

  control('mode', z.strictObject({ mode: z.enum(MODES) }), (order) => {
    mode = order.mode
  })
  // For tests without a browser: a token as the widget would have received it.
  control('answer', TokenOrder, (order) => answers.issue({ sitekey: DEVELOPMENT_KEYS.sitekey, ...order }, mode))
  report('mode', () => ({ mode }))
  report('answers', () => answers.list())
  report('verifications', () => verifications)
  emulator.onReset(() => {
    mode = 'pass'
    verifications = []
    answers.clear()
  })
  return { app }
}

/** The script and its frame. Requesting the frame starts a challenge on the requesting page. */
const serveWidget = (app: FastifyInstance, answers: ReturnType<typeof openAnswers>, modeNow: () => Mode) => {
  const challenges = new Map<string, Challenge>()

  for (const [name, { type, text }] of Object.entries(FILES)) {
    app.get(`${API}/${name}`, (_request, reply) =>
      reply.headers({ 'cache-control': 'no-store', 'access-control-allow-origin': '*' }).type(type).send(text),
    )
  }

  app.get(`${API}/frame`, (request, reply) => {
    const query = FrameQuery.safeParse(request.query)
    if (!query.success) return reply.code(400).send(badRequest(z.prettifyError(query.error)))
    const { sitekey, action, cData: cdata, theme, size } = query.data
    const host = URL.parse(request.headers.referer ?? '')
    const test = TEST_SITEKEYS.get(sitekey)
    const id = randomUUID()
    rememberNewest(challenges, id, { sitekey, hostname: host?.hostname ?? '', action, cdata })
    const frame = widgetFrame({
      challenge: id,
      hostOrigin: host?.origin ?? '',
      theme,
      isCompact: size === 'compact',
      isVisible: test?.isVisible ?? true,
      isInteractive: (test?.mode ?? modeNow()) === 'interactive',
    })
    return reply
      .headers({ 'content-security-policy': FRAME_POLICY, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(frame.text)
  })

  app.post<{ Params: { id: string } }>(`${API}/challenges/:id`, (request, reply) => {
    const challenge = challenges.get(request.params.id)
    if (!challenge) return reply.code(404).send(badRequest('This challenge does not exist.'))
    return reply.send(answers.solve(challenge, modeNow()))
  })
}

const badRequest = (message: string): Verdict => ({ ...refusal('bad-request'), messages: [message] })
