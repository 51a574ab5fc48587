import { randomUUID } from 'node:crypto'
import type { Tx } from '@slipstream/db/client'
import { recordChange } from '#features/audit/audit.service.ts'
import { notifyAdmins } from '#features/notifications/notify.service.ts'
import { staffAddress } from '#features/notifications/staff-address.ts'
import type { AlertChannels } from '#gateways/alert-channels.ts'
import { enqueue } from '#lib/jobs/jobs.ts'
import type { Sender } from '#lib/mail/letter.ts'
import { alertMail, alertMessage, type AlertNews, testMail } from './alert-mails.ts'
import type { Told } from './incidents.service.ts'

/** Prefix of the job keys of alerts. */
export const ALERT_KEY = 'alert:'
/** Alerts go before customer mail, because a flood of such mail may be what the alert is about. */
const FIRST = -10

const newKey = () => `${ALERT_KEY}${randomUUID()}`

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
  const options = { priority: FIRST }
  const mail = { to: staffAddress(sender), userId: null, letter: alertMail(news, sender) }
  await enqueue(tx, 'mail.send', mail, { ...options, jobKey: newKey() })
  if (channels.hasDiscord) {
    await enqueue(tx, 'alerts.discord', { content: alertMessage(news, sender) }, { ...options, jobKey: newKey() })
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
  await enqueue(tx, 'mail.send', { to: staffAddress(sender), userId: null, letter: testMail(sender) })
  if (channels.hasDiscord) {
    const content = `🔵 **${sender.storeName}: test alert.** Alerts reach this channel; there is no problem.`
    await enqueue(tx, 'alerts.discord', { content })
  }
}
