import { quotedTexts } from './quoted-texts.ts'

export interface Row {
  id: string
  group: string
  statement: string
  texts: string[]
}

const ROW = /^\| ([A-Z]+)-(\d+) \| (.+) \|$/

/** The rows of docs/specification.md. A duplicate id is refused, because one row could hide behind the other. */
export const readRows = (markdown: string): Row[] => {
  const rows = new Map<string, Row>()
  for (const line of markdown.split('\n')) {
    const [, group, number, statement] = ROW.exec(line.trim()) ?? []
    if (!group || !number || !statement) continue
    const id = `${group}-${number}`
    if (rows.has(id)) throw new Error(`the specification has ${id} twice`)
    rows.set(id, { id, group, statement, texts: quotedTexts(statement) })
  }
  return [...rows.values()]
}
