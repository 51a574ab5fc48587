import type { TracedPurchase, TraceView } from '@slipstream/contract/traces'
import { chanceText, marksText, uncomparedText, VERDICT_WORDS } from '@slipstream/contract/trace-words'

/** What a trace found, for the terminal. */
export const traceText = ({ fileName, sha256, findings, purchases }: TraceView) => {
  if (!findings) return `${fileName} was not read`
  const { verdict, read, of, scored, neededMarks, files, unreadable, skipped, uncompared } = findings
  const lines = [
    `${VERDICT_WORDS[verdict].title}.`,
    ...purchases.map(purchaseText),
    `Marks read: ${marksText(read, of)}, in ${files} files (${unreadable} unreadable, ${skipped} skipped).`,
    `Compared with ${scored} purchases. SHA-256 of the file: ${sha256 ?? 'unknown'}.`,
  ]
  if (uncompared) lines.push(uncomparedText(uncompared))
  if (verdict === 'too-little' && neededMarks > 0) lines.push(`About ${neededMarks} marks are needed.`)
  if (purchases.length > 0) lines.push('It names a purchase, not a person: ask before you act.')
  return lines.join('\n')
}

const purchaseText = ({ title, version, orderNumber, source, user, chancePower, hasToken }: TracedPurchase) => {
  const what = orderNumber ? `order ${orderNumber}` : source === 'grant' ? 'a granted mod' : 'Premium'
  const token = hasToken ? ', its hidden token is in the file' : ''
  const account = user ? `account ${user.username}` : 'an account that was deleted'
  return `  ${title} ${version}: ${what}, ${account}. Chance of a coincidence below ${chanceText(chancePower)}${token}.`
}
