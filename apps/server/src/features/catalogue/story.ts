import { fromMarkdown } from 'mdast-util-from-markdown'
import type { Picture } from '@slipstream/contract/picture'
import type { StoryBlock, StoryRun } from '@slipstream/contract/story'
import { findExcess } from '@slipstream/legal-text/find-excess'

/** Only headings, lists, links, pictures and emphasis are parsed. Everything else, such as HTML, stays plain text. */
const NOT_READ = [
  'htmlFlow',
  'htmlText',
  'codeIndented',
  'codeFenced',
  'codeText',
  'blockQuote',
  'thematicBreak',
  'setextUnderline',
  'definition',
  'autolink',
  'characterReference',
]

/** The pictures of the mod's gallery by id; `![Caption](picture:12)` shows one. */
export type StoryPictures = ReadonlyMap<number, Picture>

type Block = ReturnType<typeof fromMarkdown>['children'][number]
type List = Extract<Block, { type: 'list' }>
type Item = List['children'][number]
type Phrase = Extract<Block, { type: 'paragraph' }>['children'][number]
type Marks = Omit<Exclude<StoryRun, string>, 'text'>

/**
 * Parses a mod's story. Empty if it has no formatting, because a plain story is shown as its paragraphs. The result has
 * no HTML, so it needs no sanitizing. A text that would take long to parse is not parsed.
 */
export const readStory = (about: readonly string[], pictures: StoryPictures): StoryBlock[] => {
  const source = about.join('\n\n')
  if (findExcess(source)) return []
  const { children } = fromMarkdown(source, { extensions: [{ disable: { null: NOT_READ } }] })
  const blocks = children.flatMap((node) => readBlock(node, pictures))
  return blocks.every(isPlain) ? [] : blocks
}

const isPlain = (block: StoryBlock) => block.kind === 'paragraph' && block.runs.every((run) => typeof run === 'string')

const readBlock = (node: Block, pictures: StoryPictures): StoryBlock[] => {
  if (node.type === 'heading') return [{ kind: 'heading', isSmall: node.depth > 2, runs: readRuns(node.children) }]
  if (node.type === 'list') {
    return [{ kind: 'list', isOrdered: node.ordered ?? false, items: node.children.map(readItem) }]
  }
  if (node.type !== 'paragraph') return []
  const shown = picturesAlone(node.children, pictures)
  return shown ?? [{ kind: 'paragraph', runs: readRuns(node.children) }]
}

const PICTURE = /^picture:(\d{1,9})$/

/** A paragraph of nothing but known pictures becomes these pictures. */
const picturesAlone = (nodes: readonly Phrase[], pictures: StoryPictures): StoryBlock[] | null => {
  const blocks: StoryBlock[] = []
  for (const node of nodes) {
    if (node.type === 'text' && node.value.trim() === '') continue
    const id = node.type === 'image' ? PICTURE.exec(node.url)?.[1] : undefined
    const picture = id === undefined ? undefined : pictures.get(Number(id))
    if (!picture || node.type !== 'image') return null
    blocks.push({ kind: 'picture', picture, caption: node.alt ?? '' })
  }
  return blocks.length > 0 ? blocks : null
}

const readItem = ({ children }: Item) => ({
  runs: children.flatMap((node) => wordsOf(node)),
  below: children.flatMap((node) =>
    node.type === 'list' ? node.children.map((item) => item.children.flatMap((each) => deepWordsOf(each))) : [],
  ),
})

const wordsOf = (node: Block): StoryRun[] =>
  node.type === 'paragraph' || node.type === 'heading' ? readRuns(node.children) : []

/** Items below the second level are appended to their second-level item. */
const deepWordsOf = (node: Block): StoryRun[] =>
  node.type === 'list' ? node.children.flatMap((item) => item.children.flatMap(deepWordsOf)) : wordsOf(node)

const readRuns = (nodes: readonly Phrase[], marks: Marks = {}): StoryRun[] =>
  joined(nodes.flatMap((node) => readRun(node, marks)))

const readRun = (node: Phrase, marks: Marks): StoryRun[] => {
  if (node.type === 'text') return [marked(node.value, marks)]
  if (node.type === 'strong') return readRuns(node.children, { ...marks, isStrong: true })
  if (node.type === 'emphasis') return readRuns(node.children, { ...marks, isEmphasis: true })
  if (node.type === 'link')
    return readRuns(node.children, isWebAddress(node.url) ? { ...marks, href: node.url } : marks)
  // A picture inside text, or from elsewhere, becomes its caption. The remaining node types are line breaks.
  return [marked(node.type === 'image' ? (node.alt ?? '') : ' ', marks)]
}

/** Refuses addresses with a user name or password, which would disguise the host. */
const isWebAddress = (address: string) => {
  if (!/^https?:\/\/[^\s\\"'<>`{}]+$/i.test(address)) return false
  const url = URL.parse(address)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

const marked = (text: string, marks: Marks): StoryRun => (Object.keys(marks).length === 0 ? text : { text, ...marks })

/** Neighboring plain words become one run. */
const joined = (runs: readonly StoryRun[]): StoryRun[] => {
  const result: StoryRun[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (typeof run === 'string' && typeof last === 'string') result[result.length - 1] = last + run
    else result.push(run)
  }
  return result
}
