import ts from 'typescript'

const ID_LIST = /\[([A-Z]+-\d+(?:, ?[A-Z]+-\d+)*)\]/g
const TEST_FUNCTIONS = new Set(['test', 'it', 'describe'])
const UNPROVEN = new Set(['skip', 'todo', 'fixme', 'fails', 'fail'])

/** The names a call consists of: `['test', 'each']` for `test.each(table)(…)`, empty if it is not a test. */
const calleeWords = (callee: ts.Expression): string[] => {
  if (ts.isIdentifier(callee)) return TEST_FUNCTIONS.has(callee.text) ? [callee.text] : []
  if (ts.isCallExpression(callee)) return calleeWords(callee.expression)
  if (ts.isTaggedTemplateExpression(callee)) return calleeWords(callee.tag)
  if (!ts.isPropertyAccessExpression(callee)) return []
  const words = calleeWords(callee.expression)
  return words.length === 0 ? [] : [...words, callee.name.text]
}

const titleText = (node: ts.Node): string => {
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map((span) => span.literal.text).join('')
  }
  if (ts.isBinaryExpression(node)) return titleText(node.left) + titleText(node.right)
  return ''
}

/** The specification ids in the titles of a test file. A skipped or expected-to-fail test proves nothing. */
export const idsInTitles = (fileName: string, source: string): Set<string> => {
  const ids = new Set<string>()
  const visit = (node: ts.Node) => {
    const title = ts.isCallExpression(node) ? node.arguments[0] : undefined
    const words = title && ts.isCallExpression(node) ? calleeWords(node.expression) : []
    if (words.some((word) => UNPROVEN.has(word))) return
    if (title && words.length > 0) {
      for (const [, list = ''] of titleText(title).matchAll(ID_LIST)) {
        for (const id of list.split(',')) ids.add(id.trim())
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest))
  return ids
}
