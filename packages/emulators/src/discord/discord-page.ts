import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { html, type Markup } from '../http/html.ts'
import { sendPage } from '../http/page.ts'

const STYLES_PATH = '/_emulator/discord.css'
const styles = readFileSync(join(import.meta.dirname, 'discord.css'), 'utf8')

interface DiscordPage {
  title: string
  body: Markup
  status?: number
}

/** A page with the styles of Discord's pages. */
export const sendDiscordPage = (reply: FastifyReply, { body, ...page }: DiscordPage) =>
  sendPage(reply, {
    ...page,
    imitates: 'Discord',
    body: html`<link rel="stylesheet" href="${STYLES_PATH}">
${body}`,
  })

export const serveDiscordStyles = (app: FastifyInstance) => {
  app.get(STYLES_PATH, (_request, reply) =>
    reply.header('cache-control', 'no-store').type('text/css; charset=utf-8').send(styles),
  )
}
