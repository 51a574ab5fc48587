import { expect, test } from 'vitest'
import { element, escapeXml } from './xml.ts'

test.each([
  [`<a href="x" title='y'> & co`, '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt; &amp; co'],
  ['&amp;', '&amp;amp;'],
  ['tab\tline\nreturn\r', 'tab\tline\nreturn\r'],
  ['a\u0000b\u0008c\u001Fd', 'abcd'],
  ['half \uD83C of a sign', 'half  of a sign'],
  ['a whole one \u{1F3CE}', 'a whole one \u{1F3CE}'],
  ['none \uFFFE\uFFFF', 'none '],
])('%j is escaped as %j', (text, written) => {
  expect(escapeXml(text)).toBe(written)
})

test('an element wraps its children', () => {
  expect(element('guid', 'x', 'isPermaLink="false"')).toBe('<guid isPermaLink="false">x</guid>')
  expect(element('loc', '')).toBe('<loc></loc>')
})
