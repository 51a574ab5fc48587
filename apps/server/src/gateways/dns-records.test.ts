import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDnsRecords } from './dns-records.ts'

const NXDOMAIN = 3
const server = createSocket('udp4')
let address = ''

/** Names that begin with `silent` get no answer, and those that begin with `none` do not exist. */
beforeAll(async () => {
  server.on('message', (question, { port }) => {
    const name = question.subarray(12).toString('latin1')
    if (name.includes('silent')) return
    const isKnown = !name.includes('none')
    const header = Buffer.from(question.subarray(0, 12))
    header.writeUInt16BE(0x81_80 | (isKnown ? 0 : NXDOMAIN), 2)
    header.writeUInt16BE(isKnown ? 1 : 0, 6)
    header.writeUInt16BE(0, 10)
    const asked = question.subarray(12, question.indexOf(0, 12) + 5)
    server.send(Buffer.concat([header, asked, ...(isKnown ? [txt('v=spf1 ', '~all')] : [])]), port, '127.0.0.1')
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  address = `127.0.0.1:${server.address().port}`
})
afterAll(() => void server.close())

/** One TXT record split into several strings, as long records are. */
const txt = (...pieces: string[]) => {
  const data = Buffer.concat(
    pieces.map((piece) => Buffer.from(`${String.fromCharCode(piece.length)}${piece}`, 'latin1')),
  )
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length])
  return Buffer.concat([head, data])
}

test('the pieces of a TXT record are joined', async () => {
  expect(await openDnsRecords([address]).readTxt('store.example')).toEqual(['v=spf1 ~all'])
})

test('a name without TXT records gives an empty list', async () => {
  expect(await openDnsRecords([address]).readTxt('none.example')).toEqual([])
})

test('a lookup gives up on a DNS server that does not answer', async () => {
  await expect(openDnsRecords([address], 400).readTxt('silent.example')).rejects.toThrow()
})
