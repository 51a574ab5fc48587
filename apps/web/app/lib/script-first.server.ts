const LINK = Buffer.from('<link')
const BEGIN = Buffer.from('<script')
const END = Buffer.from('</script>')
const BODY = Buffer.from('<body')

/**
 * Moves the first script of the head before its first link. React puts the links of all preloaded files before it. Over
 * HTTP/1.1 a browser loads only six files at a time, so the requests of this script, which the page waits for, would
 * queue behind dozens of them.
 */
export const scriptFirst = (page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> => {
  const link = page.indexOf(LINK)
  const from = page.indexOf(BEGIN)
  if (link < 0 || from < link || page.indexOf(BODY) < from) return page
  const to = page.indexOf(END, from) + END.length
  return Buffer.concat([page.subarray(0, link), page.subarray(from, to), page.subarray(link, from), page.subarray(to)])
}
