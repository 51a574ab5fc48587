import { expect, test } from 'vitest'
import { scriptFirst } from './script-first.server.ts'

const moved = (page: string) => scriptFirst(Buffer.from(page)).toString()

test('the script in the head is moved before the preload links and stays after the meta tags', () => {
  expect(moved('<head><meta ö><link a/><link b/><script nonce="x">1</script><title>t</title></head><body>')).toBe(
    '<head><meta ö><script nonce="x">1</script><link a/><link b/><title>t</title></head><body>',
  )
})

test.each([
  '<head><link a/></head><body><script>2</script>',
  '<head><script>1</script><link a/></head><body>',
  '<head><script>1</script></head><body><link a/>',
  'plain',
])('a page without a link before its script is left unchanged: %s', (page) => {
  expect(moved(page)).toBe(page)
})
