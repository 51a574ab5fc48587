import type { Proof } from './proof.ts'

const percent = new Intl.NumberFormat('en', { style: 'percent' })

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title} (${lines.length})`, ...lines.map((line) => `  ${line}`)]

const groupTable = ({ groups }: Proof) =>
  groups.map(
    ({ group, proven, rows }) => `  ${group.padEnd(6)} ${String(proven).padStart(3)} of ${String(rows).padStart(3)}`,
  )

const shorten = (statement: string) => (statement.length > 96 ? `${statement.slice(0, 95)}…` : statement)

const rate = (part: number, whole: number) => `${part} of ${whole} (${percent.format(whole === 0 ? 0 : part / whole)})`

export const reportOf = (proof: Proof, addresses: readonly string[]): string => {
  const rows = proof.groups.reduce((sum, group) => sum + group.rows, 0)
  const proven = proof.groups.reduce((sum, group) => sum + group.proven, 0)
  return [
    `Rows proven: ${rate(proven, rows)}`,
    ...groupTable(proof),
    ...list(
      'Rows without a test',
      proof.unproven.map(({ id, statement }) => `${id}  ${shorten(statement)}`),
    ),
    ...list(
      'Rows with a test whose page does not exist',
      proof.waiting.map(({ id, missing }) => `${id}  ${missing.join(', ')}`),
    ),
    ...list(
      'Quoted texts missing from the tests of their row',
      proof.unquoted.map(({ id, text }) => `${id}  ${text}`),
    ),
    ...list(
      'Ids in tests without a row',
      proof.unknown.map(({ id, path }) => `${id}  ${path}`),
    ),
    '',
    `Addresses: ${addresses.length}`,
  ].join('\n')
}
