import ts from 'typescript'

interface Text {
  /** The first line of the text in its file, counted from 1. */
  line: number
  text: string
}

const SOURCE = /\.[cm]?[jt]sx?$/

const withoutMarkers = (comment: string) =>
  comment.replace(/^\/\*+|\*+\/$/g, '').replace(/^[ \t]*(?:\*|\/\/+)[ \t]?/gm, '')

const isLineComment = ({ kind }: ts.CommentRange) => kind === ts.SyntaxKind.SingleLineCommentTrivia

const startsItsLine = ({ text }: ts.SourceFile, pos: number) =>
  text.slice(text.lastIndexOf('\n', pos - 1) + 1, pos).trim() === ''

/** Every comment by its position. Adjacent line comments are one text, since a sentence may run over several. */
const commentsOf = (file: ts.SourceFile) => {
  const ranges = new Map<number, ts.CommentRange>()
  const visit = (node: ts.Node) => {
    // Inside JSX text, two slashes are only two slashes.
    if (node.kind !== ts.SyntaxKind.JsxText) {
      for (const range of ts.getLeadingCommentRanges(file.text, node.pos) ?? []) ranges.set(range.pos, range)
      for (const range of ts.getTrailingCommentRanges(file.text, node.end) ?? []) ranges.set(range.pos, range)
    }
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  const merged: { pos: number; end: number; maySpread: boolean }[] = []
  for (const range of [...ranges.values()].sort((a, b) => a.pos - b.pos)) {
    const last = merged.at(-1)
    const maySpread = isLineComment(range) && startsItsLine(file, range.pos)
    const isAdjacent = last && /^\r?\n?[ \t]*$/.test(file.text.slice(last.end, range.pos))
    if (last?.maySpread && maySpread && isAdjacent) last.end = range.end
    else merged.push({ pos: range.pos, end: range.end, maySpread })
  }
  return merged.map(({ pos, end }) => ({ pos, text: withoutMarkers(file.text.slice(pos, end)) }))
}

const isModuleName = ({ parent }: ts.Node) =>
  ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isImportTypeNode(parent.parent)

const literalText = (node: ts.Node) => {
  if (ts.isStringLiteralLike(node)) return isModuleName(node) ? '' : node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('')
  }
  return ts.isJsxText(node) ? node.text : ''
}

const literalsOf = (file: ts.SourceFile) => {
  const found: { pos: number; text: string }[] = []
  const visit = (node: ts.Node) => {
    const text = literalText(node)
    if (text.trim() !== '') found.push({ pos: ts.isJsxText(node) ? node.pos : node.getStart(file), text })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

const textsOfSource = (name: string, source: string): Text[] => {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  return [...commentsOf(file), ...literalsOf(file)].map(({ pos, text }) =>
    trimmed(file.getLineAndCharacterOfPosition(pos).line + 1, text),
  )
}

/** A text without surrounding blank lines, and the line on which it begins. */
const trimmed = (line: number, text: string): Text => {
  const blankLines = (/^\s*/.exec(text)?.[0].split('\n').length ?? 1) - 1
  return { line: line + blankLines, text: text.trim() }
}

const blank = (code: string) => code.replace(/[^\n]/g, ' ')

/** The paragraphs of a document, without its Markdown code. */
const textsOfProse = (source: string): Text[] => {
  const prose = source.replace(/^```[\s\S]*?^```/gm, blank).replace(/`[^`\n]*`/g, '…')
  const texts: Text[] = []
  let line = 1
  for (const paragraph of prose.split(/(\n[ \t]*\n+)/)) {
    const text = paragraph.replace(/^[ \t]*(?:#+|--|>|\*|\/\*+)[ \t]?/gm, '')
    if (text.trim() !== '') texts.push(trimmed(line, text))
    line += paragraph.split('\n').length - 1
  }
  return texts
}

/** What people read in a file: comments, strings and JSX text of a program, and the paragraphs of anything else. */
export const textsOf = (name: string, source: string): Text[] =>
  SOURCE.test(name) ? textsOfSource(name, source) : textsOfProse(source)
