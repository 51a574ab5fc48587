import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import { notifyAdmins } from '#features/notifications/notify.service.ts'
import { staffAddress } from '#features/notifications/staff-address.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { queueMail, queueMessage } from '#lib/outbox/outbox.ts'
import { alertMail, alertMessage, type AlertNews, testMail } from './alert-mails.ts'
import type { Told } from './incidents.service.ts'

const ALERT = { kind: 'alerts' } as const

interface Telling {
  titleOf: (checkName: string) => string
  sender: Sender
  channels: Pick<AlertChannels, 'hasDiscord'>
}

/** Queues one mail and one Discord message for all news of a pass, in the transaction that records it. */
export const queueNews = async (
  tx: Tx,
  { opened, ended }: { opened: readonly Told[]; ended: readonly Told[] },
  { titleOf, sender, channels }: Telling,
) => {
  if (opened.length + ended.length === 0) return
  const named = (told: Told) => ({ ...told, title: titleOf(told.checkName) })
  const news: AlertNews = { opened: opened.map(named), ended: ended.map(named) }
  for (const { id, title, problem } of news.opened) {
    await notifyAdmins(tx, { kind: 'incident', key: `incident:${id}`, title, text: problem, link: null })
  }
  for (const { id, title } of news.ended) {
    const text = 'The problem is gone.'
    await notifyAdmins(tx, { kind: 'incident', key: `over:${id}`, title: `Over: ${title}`, text, link: null })
  }
  const mail = { to: staffAddress(sender), userId: null, letter: alertMail(news, sender) }
  await queueMail(tx, mail, ALERT)
  if (channels.hasDiscord) {
    await queueMessage(tx, 'alerts.discord', { content: alertMessage(news, sender) }, ALERT)
  }
}

/** Sends a harmless message by mail and, if it is set up, to Discord. */
export const queueTestAlert = async (
  tx: Tx,
  actorId: number,
  { sender, channels }: Pick<Telling, 'sender' | 'channels'>,
) => {
  const name = 'Test alert'
  await recordChange(tx, {
    actorId,
    action: 'run',
    subject: 'operation',
    subjectId: name,
    subjectName: name,
    after: {},
  })
  await queueMail(tx, { to: staffAddress(sender), userId: null, letter: testMail(sender) }, ALERT)
  if (channels.hasDiscord) {
    const content = `🔵 **${sender.storeName}: test alert.** Alerts reach this channel; there is no problem.`
    await queueMessage(tx, 'alerts.discord', { content }, ALERT)
  }
}
