import type { Block, Letter, Row, Sender } from './letter.ts'

/** The plain-text part: the same words in the same order as the HTML part. */
export const textPart = (letter: Letter, sender: Sender): string =>
  [
    letter.heading,
    ...letter.body.map(blockText),
    ...(letter.button ? [`${letter.button.label}:\n${letter.button.url}`] : []),
    ...(letter.after ?? []).map(blockText),
    `-- \n${footerLines(letter, sender).join('\n')}`,
  ].join('\n\n') + '\n'

/** The footer of both parts. */
export const footerLines = ({ reason, unsubscribeUrl, notMeUrl }: Letter, sender: Sender): string[] => [
  reason,
  ...(notMeUrl ? [`This was not me, stop these e-mails: ${notMeUrl}`] : []),
  ...(unsubscribeUrl ? [`Turn these e-mails off: ${unsubscribeUrl}`] : []),
  `Questions? Write to ${sender.contactEmail}.`,
  [sender.sellerName || sender.storeName, ...sender.sellerAddress.split(/\s*\n\s*/)].filter(Boolean).join(', '),
  sender.publicUrl,
]

const blockText = (block: Block): string => {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'rows':
      return [...block.rows, ...(block.total ? [block.total] : [])].map(rowText).join('\n')
    case 'list':
      return block.items.map((item) => `- ${item}`).join('\n')
    case 'quote':
      return `${block.title}\n${block.texts.map((words) => `> ${words.replaceAll('\n', '\n> ')}`).join('\n')}`
  }
}

const rowText = ({ label, value }: Row) => (value === '' ? label : `${label}: ${value}`)
