/** npm run mails [FOLDER]: writes every mail of the store with sample texts to .local/mails, to view in a browser. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { composeMail } from '#lib/mail/send-letter.ts'
import { allLetters } from '#features/templates/sample-letters.ts'
import { SENDER } from './sample-letters.ts'

const folder = process.argv[2] ?? path.resolve(import.meta.dirname, '../../../../.local/mails')
mkdirSync(folder, { recursive: true })

/** Mails accept web addresses only. In the written files this one is replaced by the picture next to them. */
const PICTURE = 'https://store.example/picture.webp'
const demo = path.resolve(import.meta.dirname, '../../../../packages/demo/src/pictures/semi-lights.webp')
copyFileSync(demo, path.join(folder, 'picture.webp'))

const typed = { title: 'Kestrel R4 Rally', reason: 'The gearbox whines less in reverse.', picture: PICTURE }
const letters = allLetters(typed, SENDER)
for (const [name, letter] of Object.entries(letters)) {
  const { html, text } = composeMail(letter, SENDER)
  writeFileSync(path.join(folder, `${name}.html`), html.replaceAll(PICTURE, 'picture.webp'))
  writeFileSync(path.join(folder, `${name}.txt`), text)
}
console.log(`${Object.keys(letters).length} mails in ${folder}`)
