import { type Block, type Letter, type Sender, text } from '#lib/mail/letter.ts'
import { writtenTime } from '#lib/mail/written-dates.ts'
import { MOST_ANNOUNCEMENTS, type Told } from './incidents.service.ts'

/** What one message tells the owner. */
export interface AlertNews {
  opened: readonly (Told & { title: string })[]
  ended: readonly (Told & { title: string })[]
}

const NAMED = 20

/** One mail for all the news of one pass, however much it is. */
export const alertMail = ({ opened, ended }: AlertNews, sender: Sender): Letter => {
  const subject = headline({ opened, ended })
  return {
    subject: `${sender.storeName}: ${subject}`,
    preview: [...opened, ...ended]
      .map(({ problem }) => problem)
      .join(' ')
      .slice(0, 160),
    heading: subject,
    body: [
      ...opened.slice(0, NAMED).flatMap((incident) => openedBlocks(incident, opened.length > 1)),
      ...(ended.length > 0 ? [text('Over:'), endedList(ended, sender)] : []),
      ...more(opened.length + ended.length),
    ],
    button: { label: 'See the alerts', url: alertsPage(sender) },
    reason: `You’re receiving this e-mail because alerts from ${sender.storeName} go to this address. You get one message when a problem begins and one when it is over.`,
  }
}

const alertsPage = ({ publicUrl }: Pick<Sender, 'publicUrl'>) => `${publicUrl}/admin/developer?tab=alerts`

const openedBlocks = (
  { title, problem, announcements }: AlertNews['opened'][number],
  isOneOfMany: boolean,
): Block[] => [
  text(isOneOfMany ? `${title}. ${problem}` : problem),
  ...(announcements >= MOST_ANNOUNCEMENTS
    ? [
        text(
          `This is the ${announcements}rd message about it in 24 hours. If it comes back today, only the alerts page will show it.`,
        ),
      ]
    : []),
]

const endedList = (ended: AlertNews['ended'], { timeZone }: Sender): Block => ({
  kind: 'list',
  items: ended
    .slice(0, NAMED)
    .map(({ title, subject, openedAt }) => `${named(title, subject)}, since ${writtenTime(openedAt, timeZone)}`),
})

const named = (title: string, subject: string) => (subject === '' ? title : `${title} (${subject})`)

const more = (count: number) =>
  count > NAMED ? [text(`${count} problems in total. The alerts page lists all of them.`)] : []

const headline = ({ opened, ended }: AlertNews) => {
  const [first] = opened
  if (first) return opened.length === 1 ? first.title : `${first.title}, and ${opened.length - 1} more`
  const [over] = ended
  return ended.length === 1 ? `Over: ${over?.title ?? ''}` : `${ended.length} problems are over`
}

/** Discord's own limit is 2,000 characters. */
const LONGEST_MESSAGE = 1_900

export const alertMessage = ({ opened, ended }: AlertNews, sender: Pick<Sender, 'storeName' | 'publicUrl'>) =>
  [
    ...opened.slice(0, NAMED).map(({ title, problem }) => `🔴 **${sender.storeName}: ${title}.** ${problem}`),
    ...ended.slice(0, NAMED).map(({ title, subject }) => `🟢 **${sender.storeName}, over:** ${named(title, subject)}`),
  ]
    .join('\n')
    .slice(0, LONGEST_MESSAGE)
    .concat(`\n<${alertsPage(sender)}>`)

export const testMail = (sender: Sender): Letter => ({
  subject: `${sender.storeName}: test alert`,
  preview: 'Alerts reach this address.',
  heading: 'Alerts reach this address',
  body: [text('Somebody pressed “Send a test alert” on the developer dashboard. There is no problem.')],
  button: { label: 'See the alerts', url: alertsPage(sender) },
  reason: `You’re receiving this e-mail because alerts from ${sender.storeName} go to this address.`,
})
