import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identityText, newIdentity, publicBytesOf, readIdentity, readRecipient, recipientOf } from './age-keys.ts'
import { decryptStream, encryptStream } from './age-stream.ts'

/** Made with age-keygen and age 1.1.1. The key protects nothing else. */
const THEIRS = {
  recipient: 'age1kc8skh80fwclml5ccekqu7z0aa7tcfy848ec2d8vdntqs83z5quql3c49z',
  identity: `# created: today\nAGE-SECRET-KEY-1KWAH0YH74YHCR94CGAKRANH4V40AU8F4S9EZA0S66ZE8KU62AH8SGWALR5\n`,
  file: 'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBGNkc1WFVhNnM4N3NSUWF6bUVYcStPbWNkbDg4eG5UUTRSSmhBOWNuVFJnCnQ4U2JlQVFXMWxWRnlXdTBuSFVwaFVJQjJST0laM0QvWk1FZitoZVVWQ0EKLS0tIGI0U1BWRW5VdmtFU0p3a1k3cHcvbnhFZHU0dTB2d2h3ZE1BTlpPTEZ2emMKaTfT6r9d4p8/tQMTt8maMxTQteUtch0nBFBN4AYn5dATIfsG/5wSyF8p',
}

async function* streamOf(bytes: Buffer, size = 10_000) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
const collect = async (stream: AsyncIterable<Buffer>) => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const owner: Buffer = newIdentity()
const sealed = (plain: Buffer, ...recipients: Buffer[]) =>
  collect(encryptStream(streamOf(plain), [publicBytesOf(owner), ...recipients]))
const opened = (file: Buffer, identity = owner) => collect(decryptStream(streamOf(file, 777), identity))

describe('age files', () => {
  test('the keys that age-keygen made are read, and the public key belongs to the private key', () => {
    const identity = readIdentity(THEIRS.identity)
    expect(identity && recipientOf(identity)).toBe(THEIRS.recipient)
    expect(readRecipient(THEIRS.recipient)).toEqual(identity && publicBytesOf(identity))
    expect(readIdentity(identityText(owner))).toEqual(owner)
  })

  test.each([
    '',
    'age1',
    THEIRS.recipient.replace('kc8', 'kc9'),
    THEIRS.recipient.slice(0, -1),
    THEIRS.identity.trim(),
  ])('the public key "%s" is refused', (text) => {
    expect(readRecipient(text)).toBeNull()
  })

  test('a file written by the age tool can be decrypted', async () => {
    const identity = readIdentity(THEIRS.identity)
    expect((await opened(Buffer.from(THEIRS.file, 'base64'), identity ?? undefined)).toString()).toBe('Slipstream')
  })

  test.each([0, 1, 65_535, 65_536, 65_537, 131_072, 300_000])(
    'a file of %i bytes can be decrypted by each of its recipients',
    async (size) => {
      const plain = randomBytes(size)
      const second = newIdentity()
      const file = await sealed(plain, publicBytesOf(second))
      expect(file.length).toBeGreaterThan(size)
      for (const identity of [owner, second]) expect((await opened(file, identity)).equals(plain)).toBe(true)
    },
  )

  test('a file cannot be decrypted with another key', async () => {
    await expect(opened(await sealed(randomBytes(100)), newIdentity())).rejects.toThrow('does not open')
  })

  test('a file that was truncated at a chunk, truncated elsewhere or modified is refused', async () => {
    const file = await sealed(randomBytes(200_000))
    const header = file.indexOf('\n', file.indexOf('\n---') + 1) + 1 + 16
    for (const cut of [header + 65_552, header + 65_552 * 2, file.length - 1, header - 20, 10]) {
      await expect(opened(file.subarray(0, cut)), `cut at ${cut}`).rejects.toThrow()
    }
    const flipped = Buffer.from(file)
    flipped[header + 70_000] = (flipped[header + 70_000] ?? 0) ^ 1
    await expect(opened(flipped)).rejects.toThrow()
    const otherHeader = Buffer.from(file)
    otherHeader.write('X25518', file.indexOf('X25519'))
    await expect(opened(otherHeader)).rejects.toThrow()
  })
})
