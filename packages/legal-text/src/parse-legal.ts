import { fromMarkdown } from 'mdast-util-from-markdown'
import type { LegalProblem } from '@slipstream/contract/legal-admin'
import type { LegalBlock, LegalListItem, LegalRun, LegalSection, LegalText } from '@slipstream/contract/legal-documents'
import { LEGAL_BLOCKS, type LegalBlockName, type LegalDocument } from '@slipstream/contract/legal-terms'
import { hrefProblem } from './check-href.ts'
import { findExcess } from './find-excess.ts'
import { blocksAlone, splitPlaceholders } from './placeholders.ts'

/** Only headings, paragraphs, lists, links and emphasis are parsed. Everything else, even HTML, stays plain text. */
const NOT_READ = [
  'htmlFlow',
  'htmlText',
  'codeIndented',
  'codeFenced',
  'blockQuote',
  'thematicBreak',
  'setextUnderline',
  'definition',
  'labelStartImage',
  'autolink',
]

export interface ParsedLegal {
  text: LegalText
  problems: LegalProblem[]
}

interface Parsing {
  document: LegalDocument
  complain: (line: number | null, message: string) => void
}

type Marks = Omit<Exclude<LegalRun, string>, 'text' | 'value'>
type Block = ReturnType<typeof fromMarkdown>['children'][number]
type Heading = Extract<Block, { type: 'heading' }>
type List = Extract<Block, { type: 'list' }>
type ListItem = List['children'][number]
type Paragraph = Extract<Block, { type: 'paragraph' }>
type PhrasingContent = Paragraph['children'][number]

/** Parses a legal text. A text with problems can still be shown: unparsed parts stay as they were typed. */
export const parseLegal = (document: LegalDocument, body: string): ParsedLegal => {
  const problems: LegalProblem[] = []
  const complain: Parsing['complain'] = (line, message) => {
    problems.push({ line, message, isBlocking: true })
  }
  const excess = findExcess(body)
  if (excess) {
    complain(excess.line, excess.message)
    return { text: { lead: [], opening: [{ kind: 'paragraph', runs: [body] }], sections: [] }, problems }
  }
  const parsing = { document, complain }
  const { children } = fromMarkdown(body, { extensions: [{ disable: { null: NOT_READ } }] })
  const text = document === 'cookies' ? readPart(parsing, children) : readPage(parsing, children)
  return { text, problems }
}

const lineOf = (node: { position?: { start: { line: number } } | undefined }) => node.position?.start.line ?? null

/** The cookie policy is shown inside a section of another page, so it has no sections of its own. */
const readPart = (parsing: Parsing, children: Block[]): LegalText => ({
  lead: [],
  opening: children.flatMap((node) => readBlock(parsing, node)),
  sections: [],
})

const readPage = (parsing: Parsing, children: Block[]): LegalText => {
  const isSection = (node: Block): node is Heading => node.type === 'heading' && node.depth <= 2
  const first = children.findIndex(isSection)
  const before = first < 0 ? children : children.slice(0, first)
  const [lead, ...opening] = before
  if (lead?.type !== 'paragraph') parsing.complain(1, 'Begin with a paragraph: it appears below the title.')
  if (first < 0) parsing.complain(null, 'Write at least one section. Its heading begins with ##.')

  const sections: LegalSection[] = []
  for (const node of first < 0 ? [] : children.slice(first)) {
    if (isSection(node)) sections.push(openSection(parsing, node, sections))
    else sections.at(-1)?.blocks.push(...readBlock(parsing, node))
  }
  const isLead = lead?.type === 'paragraph'
  return {
    lead: isLead ? readRuns(parsing, lead.children) : [],
    opening: (isLead ? opening : before).flatMap((node) => readBlock(parsing, node)),
    sections,
  }
}

/** `## Can I change my mind? {#withdrawal}`: links to the section keep working when its title changes. */
const ANCHOR = /\s*\{#([a-z][a-z0-9-]{0,39})\}\s*$/

/** Ids of other elements on the page. */
const RESERVED = ['main', 'short-version', 'versions']

const openSection = (parsing: Parsing, node: Heading, others: readonly LegalSection[]): LegalSection => {
  if (node.depth === 1) parsing.complain(lineOf(node), 'Begin a section with ##. The page has its title already.')
  const runs = readRuns(parsing, node.children)
  const last = runs.at(-1)
  const anchor = typeof last === 'string' ? ANCHOR.exec(last) : null
  const title = anchor && typeof last === 'string' ? [...runs.slice(0, -1), last.replace(ANCHOR, '')] : runs
  const id = anchor?.[1] ?? slugOf(title)
  if (RESERVED.includes(id))
    parsing.complain(lineOf(node), `The page uses the anchor {#${id}} itself. Choose another one.`)
  const isTaken = others.some((other) => other.id === id)
  if (isTaken && anchor) parsing.complain(lineOf(node), `Another section has the anchor {#${id}}. Choose another one.`)
  return { id: isTaken ? `${id}-${others.length + 1}` : id, title: title.map(plainly), blocks: [] }
}

/** A title has no links or emphasis, because the table of contents shows it too. */
const plainly = (run: LegalRun): LegalRun => {
  if (typeof run === 'string') return run
  return run.value ? { value: run.value } : (run.text ?? '')
}

const slugOf = (title: readonly LegalRun[]) => {
  const words = title.map((run) => (typeof run === 'string' ? run : (run.text ?? run.value ?? ''))).join('')
  const slug = words.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  // The prefix avoids the ids of other elements on the page.
  return `section-${slug.replaceAll(/^-|-$/g, '').slice(0, 40)}`
}

const readBlock = (parsing: Parsing, node: Block): LegalBlock[] => {
  if (node.type === 'heading') {
    if (node.depth > 3) parsing.complain(lineOf(node), 'Use ## for sections and ### below them.')
    return [{ kind: 'heading', runs: readRuns(parsing, node.children) }]
  }
  if (node.type === 'list') return [readList(parsing, node)]
  return node.type === 'paragraph' ? readParagraph(parsing, node) : []
}

const readParagraph = (parsing: Parsing, node: Paragraph): LegalBlock[] => {
  const [only] = node.children
  const names = node.children.length === 1 && only?.type === 'text' ? blocksAlone(only.value, blocksOf(parsing)) : null
  if (names) return names.map((name) => ({ kind: 'generated', name }))
  return [{ kind: 'paragraph', runs: readRuns(parsing, node.children) }]
}

const blocksOf = ({ document }: Parsing): readonly LegalBlockName[] => LEGAL_BLOCKS[document]

const readList = (parsing: Parsing, { ordered, children }: List): LegalBlock => ({
  kind: 'list',
  isOrdered: ordered ?? false,
  items: children.map((item) => readItem(parsing, item)),
})

const readItem = (parsing: Parsing, { children }: ListItem): LegalListItem => {
  const lists = children.filter((node) => node.type === 'list')
  const [nested] = lists
  return {
    paragraphs: paragraphsOf(parsing, children),
    ...(nested && {
      nested: {
        isOrdered: nested.ordered ?? false,
        items: lists.flatMap((list) => list.children.flatMap((item) => paragraphsOf(parsing, item.children))),
      },
    }),
  }
}

const paragraphsOf = (parsing: Parsing, children: ListItem['children']): LegalRun[][] =>
  children.flatMap((node) => {
    if (node.type === 'heading') parsing.complain(lineOf(node), 'A list cannot contain headings.')
    return node.type === 'paragraph' || node.type === 'heading' ? [readRuns(parsing, node.children)] : []
  })

const readRuns = (parsing: Parsing, nodes: readonly PhrasingContent[], marks: Marks = {}): LegalRun[] =>
  joined(nodes.flatMap((node) => readRun(parsing, node, marks)))

const readRun = (parsing: Parsing, node: PhrasingContent, marks: Marks): LegalRun[] => {
  if (node.type === 'text') return readWords(parsing, node).map((part) => marked(part, marks))
  if (node.type === 'strong') return readRuns(parsing, node.children, { ...marks, isStrong: true })
  if (node.type === 'emphasis') return readRuns(parsing, node.children, { ...marks, isEmphasis: true })
  if (node.type === 'inlineCode') return [marked(node.value, { ...marks, isCode: true })]
  if (node.type === 'link') return readLink(parsing, node, marks)
  // A line break. All other kinds are disabled.
  return [' ']
}

const readWords = (parsing: Parsing, node: Extract<PhrasingContent, { type: 'text' }>) =>
  splitPlaceholders(node.value, blocksOf(parsing), (message) => parsing.complain(lineOf(node), message))

const readLink = (parsing: Parsing, node: Extract<PhrasingContent, { type: 'link' }>, marks: Marks): LegalRun[] => {
  const problem = hrefProblem(node.url)
  if (problem === null) return readRuns(parsing, node.children, { ...marks, href: node.url })
  parsing.complain(lineOf(node), problem)
  return readRuns(parsing, node.children, marks)
}

const marked = (part: LegalRun, marks: Marks): LegalRun => {
  if (Object.keys(marks).length === 0) return part
  return typeof part === 'string' ? { text: part, ...marks } : { ...part, ...marks }
}

/** Merges adjacent plain text into one run. */
const joined = (runs: readonly LegalRun[]): LegalRun[] => {
  const result: LegalRun[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (typeof run === 'string' && typeof last === 'string') result[result.length - 1] = last + run
    else result.push(run)
  }
  return result
}
