/** npm run mails: writes every mail of the store with sample words to .local/mails, to be looked at in a browser. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { composeMail } from '#lib/mail/send-letter.ts'
import { allLetters, SENDER } from './sample-letters.ts'

const folder = path.resolve(import.meta.dirname, '../../../../.local/mails')
mkdirSync(folder, { recursive: true })

const letters = allLetters({ title: 'Kestrel R4 Rally', reason: 'The gearbox whines less in reverse.' })
for (const [name, letter] of Object.entries(letters)) {
  const { html, text } = composeMail(letter, SENDER)
  writeFileSync(path.join(folder, `${name}.html`), html)
  writeFileSync(path.join(folder, `${name}.txt`), text)
}
console.log(`${Object.keys(letters).length} mails in ${folder}`)
