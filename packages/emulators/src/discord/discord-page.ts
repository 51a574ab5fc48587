import type { FastifyReply } from 'fastify'
import type { Markup } from '../http/html.ts'
import { sendPage } from '../http/page.ts'

interface DiscordPage {
  title: string
  body: Markup
  status?: number
}

export const sendDiscordPage = (reply: FastifyReply, page: DiscordPage) =>
  sendPage(reply, { ...page, imitates: 'Discord' })
