import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { httpServer } from './http.ts'
import type { Message } from './message.ts'
import { openMessageStore } from './message-store.ts'
import { smtpServer } from './smtp.ts'

let folder: string
let mailbox: Awaited<ReturnType<typeof openMailbox>>

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mailbox-'))
  mailbox = await openMailbox()
})

afterEach(async () => {
  await mailbox.close()
  rmSync(folder, { recursive: true })
})

const openMailbox = async () => {
  const store = openMessageStore(folder)
  const smtp = smtpServer(store)
  const listening = smtp.listen(0, '127.0.0.1')
  const http = httpServer(store).listen(0, '127.0.0.1')
  await Promise.all([once(listening, 'listening'), once(http, 'listening')])
  return {
    smtpPort: (listening.address() as AddressInfo).port,
    address: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    close: async () => {
      http.closeAllConnections()
      await Promise.all([new Promise((resolve) => http.close(resolve)), new Promise<void>((done) => smtp.close(done))])
    },
  }
}

/** Sends a mail over SMTP and returns the server's last reply. */
const send = async (to: string, lines: readonly string[]) => {
  const socket = connect(mailbox.smtpPort, '127.0.0.1')
  const replies = createInterface({ input: socket })[Symbol.asyncIterator]()
  const reply = async () => {
    for (;;) {
      const line = (await replies.next()).value ?? ''
      if (line[3] !== '-') return line
    }
  }
  await reply()
  let last = ''
  for (const command of ['EHLO test', 'MAIL FROM:<store@slipstream.example>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${command}\r\n`)
    last = await reply()
    if (!/^[23]/.test(last)) break
  }
  if (last.startsWith('354')) {
    socket.write(`${lines.join('\r\n')}\r\n.\r\n`)
    last = await reply()
  }
  socket.end('QUIT\r\n')
  return last
}

const plain = (subject: string, text = 'Hello') => [
  'From: Slipstream <store@slipstream.example>',
  `Subject: ${subject}`,
  'Content-Type: text/plain; charset=utf-8',
  '',
  text,
]

const list = async (query = '') => (await (await fetch(`${mailbox.address}/api/messages${query}`)).json()) as Message[]

test('a sender that is killed in the middle of a mail does not end the mailbox', async () => {
  const socket = connect(mailbox.smtpPort, '127.0.0.1')
  await once(socket, 'data')
  for (const command of ['EHLO test', 'MAIL FROM:<store@slipstream.example>']) {
    socket.write(`${command}\r\n`)
    await once(socket, 'data')
  }
  socket.resetAndDestroy()
  await once(socket, 'close')
  expect(await send('buyer@mail.example', ['Subject: Still here', '', 'Yes.'])).toMatch(/^250/)
})

describe('the mailbox API', () => {
  test('a mail is listed with its sender, recipients, subject, text and HTML, newest first', async () => {
    await send('a@customer.example', plain('First'))
    await send('b@customer.example', [
      'From: Slipstream <store@slipstream.example>',
      'Subject: =?utf-8?q?Your_order_=E2=9C=93?=',
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      'As text',
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      '<p>As HTML</p>',
      '--x--',
    ])

    const [newest, oldest] = await list()
    expect(oldest).toMatchObject({ subject: 'First', to: ['a@customer.example'] })
    expect(newest).toMatchObject({
      from: 'Slipstream <store@slipstream.example>',
      to: ['b@customer.example'],
      subject: 'Your order ✓',
      text: expect.stringContaining('As text'),
      html: expect.stringContaining('<p>As HTML</p>'),
    })
    expect(await (await fetch(`${mailbox.address}/api/messages/${newest?.id}`)).json()).toEqual(newest)
  })

  test('a search matches the exact recipient, ignoring case, and any part of the subject', async () => {
    await send('anna@customer.example', plain('Reset your password'))
    await send('joanna@customer.example', plain('Receipt'))

    expect(await list('?to=Anna@customer.example')).toHaveLength(1)
    expect(await list('?subject=password')).toHaveLength(1)
    expect(await list('?to=anna@customer.example&subject=Receipt')).toEqual([])
  })

  test('a long-polling search is answered as soon as the mail arrives', async () => {
    const began = performance.now()
    const waiting = list('?to=late@customer.example&wait=20000')
    await send('other@customer.example', plain('Not this one'))
    await send('late@customer.example', plain('This one'))

    expect(await waiting).toMatchObject([{ subject: 'This one' }])
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  test('a long-polling search returns nothing when its time is up', async () => {
    expect(await list('?to=nobody@customer.example&wait=50')).toEqual([])
  })

  test('deleting empties the mailbox permanently', async () => {
    await send('a@customer.example', plain('Gone'))
    await fetch(`${mailbox.address}/api/messages`, { method: 'DELETE' })

    expect(await list()).toEqual([])
    expect(openMessageStore(folder).list({})).toEqual([])
  })

  test('an unknown mail is a 404', async () => {
    expect((await fetch(`${mailbox.address}/api/messages/1`)).status).toBe(404)
    expect((await fetch(`${mailbox.address}/nowhere`)).status).toBe(404)
  })
})

describe('stored mail', () => {
  test('mail survives a restart', async () => {
    await send('a@customer.example', plain('Kept'))
    await mailbox.close()
    mailbox = await openMailbox()

    expect(await list()).toMatchObject([{ subject: 'Kept' }])
  })

  test('only the newest mails are kept, in memory and on disk', () => {
    const small = openMessageStore(join(folder, 'small'), 3)
    const content = { from: '', to: [], text: '', html: '', headers: {}, attachments: [] }
    for (const subject of ['1', '2', '3', '4', '5']) small.add({ ...content, subject })

    const subjects = (store: typeof small) => store.list({}).map((message) => message.subject)
    expect(subjects(small)).toEqual(['5', '4', '3'])
    expect(subjects(openMessageStore(join(folder, 'small'), 3))).toEqual(['5', '4', '3'])
  })
})

test('mail to bounce@ is refused with 550 and not stored', async () => {
  expect(await send('bounce@customer.example', plain('Lost'))).toMatch(/^550 /)
  expect(await list()).toEqual([])
})

describe('the mailbox pages', () => {
  const page = async (path: string) => {
    const answer = await fetch(mailbox.address + path)
    return { text: await answer.text(), policy: answer.headers.get('content-security-policy') ?? '' }
  }

  const attack = '<script>alert(1)</script><img src=x onerror=alert(2)>'

  const sendAttack = async () => {
    await send('victim@customer.example', [
      `From: "${attack}" <store@slipstream.example>`,
      `Subject: ${attack}`,
      'Content-Type: multipart/alternative; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=utf-8',
      '',
      `${attack} https://slipstream.example/reset?a=1&b="onmouseover=alert(3) javascript:alert(4)`,
      '--x',
      'Content-Type: text/html; charset=utf-8',
      '',
      `<p>Hello</p>${attack}`,
      '--x--',
    ])
    const [message] = await list()
    return message?.id ?? ''
  }

  test('markup in a mail is escaped on both pages', async () => {
    const id = await sendAttack()
    for (const path of ['/', `/messages/${id}`]) {
      const { text, policy } = await page(path)
      expect(text).toContain('&lt;script&gt;alert(1)')
      expect(text).not.toMatch(/<script|<img|"\s*onmouseover|href="javascript/i)
      expect(policy).toContain("default-src 'none'")
      expect(policy).not.toContain('script-src')
    }
  })

  test('the HTML part cannot run scripts, inside its frame or opened directly', async () => {
    const id = await sendAttack()
    const { text } = await page(`/messages/${id}`)
    const sandbox = /<iframe[^>]* sandbox="([^"]*)" src="([^"]*)"/.exec(text)
    expect(sandbox?.[1]).not.toMatch(/allow-(scripts|same-origin|forms|top-navigation)/)

    const frame = await page(sandbox?.[2] ?? '')
    expect(frame.text).toContain('<p>Hello</p>')
    expect(frame.policy).toContain("default-src 'none'")
    expect(frame.policy).toMatch(/; sandbox allow-popups allow-popups-to-escape-sandbox$/)
    expect(frame.policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  })

  test('URLs in the text part are links', async () => {
    await send('a@customer.example', plain('Link', 'Open https://slipstream.example/reset?a=1&b=2. Thank you.'))
    const [message] = await list()

    const { text } = await page(`/messages/${message?.id}`)
    expect(text).toContain('<a href="https://slipstream.example/reset?a=1&amp;b=2" target="_blank"')
    expect(text).toContain('</a>. Thank you.')
  })

  test('the list names sender, recipient, subject and time of each mail', async () => {
    await send('a@customer.example', plain('Your receipt'))
    const [message] = await list()

    const { text } = await page('/')
    expect(text).toContain(`href="/messages/${message?.id}"`)
    for (const part of ['Slipstream &lt;store@slipstream.example&gt;', 'a@customer.example', 'Your receipt']) {
      expect(text).toContain(part)
    }
    expect(text).toContain(`<time datetime="${message?.receivedAt}">`)
  })

  test('an empty mailbox says so', async () => {
    expect((await page('/')).text).toContain('No mail yet.')
  })
})
