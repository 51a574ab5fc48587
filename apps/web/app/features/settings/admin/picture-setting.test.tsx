// Preloads the lazy modules so that no test waits for them.
import '@slipstream/contract/settings-admin'
import { configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '@slipstream/contract/default-settings'
import { PICTURE_BASE, pretendSettings } from '../testing/pretend-settings.tsx'
import { AppearanceSettings } from './appearance-settings.tsx'

configure({ asyncUtilTimeout: 10_000 })

const OFFER = 'POST /api/admin/settings/pictures/upload'
const STORE = 'POST /api/admin/settings/pictures'
const KEY = `brand/${'a'.repeat(64)}.png`

/** The storage: a real server, because the upload is an XMLHttpRequest. */
let storage: Server
let received: { type: string | undefined; body: string }[]
beforeAll(async () => {
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-methods', 'PUT')
    response.setHeader('access-control-allow-headers', 'content-type')
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method === 'PUT') received.push({ type: request.headers['content-type'], body })
    response.end()
  }
  storage = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  received = []
})
afterAll(() => storage.close())

const show = async (values: object = {}) => {
  const shown = await pretendSettings(
    '/admin/settings/appearance',
    <AppearanceSettings />,
    'Accent in the dark theme',
    values,
  )
  const { port } = storage.address() as AddressInfo
  shown.stand.answers[OFFER] = () => ({ key: 'incoming/brand/1', url: `http://127.0.0.1:${port}/incoming/brand/1` })
  shown.stand.answers[STORE] = () => ({ key: KEY })
  return shown
}
const choose = (label: RegExp, file: File) =>
  fireEvent.change(screen.getByLabelText(label), { target: { files: [file] } })
const png = () => new File(['pixels'], 'logo.png', { type: 'image/png' })

test('[ROUTE-18] a chosen logo is uploaded to the storage, shows in both previews and is saved with the form', async () => {
  const { stand, sent } = await show()
  choose(/^Drop a logo here/, png())
  await screen.findByText('1 change not saved: logo')
  expect(received).toEqual([{ type: 'image/png', body: 'pixels' }])
  expect(stand.asked(STORE).map(({ body }) => body)).toEqual([{ key: 'incoming/brand/1', use: 'logo' }])
  expect(document.querySelectorAll(`[data-theme] img[src="${PICTURE_BASE}${KEY}"]`)).toHaveLength(2)
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ logo: KEY }]))
})

test('a picture that the store refuses shows the reason next to its field', async () => {
  const { stand, sent } = await show()
  const message = 'This picture has 400 x 250 pixels. Choose a square one: the logo stands next to the store’s name.'
  stand.answers[STORE] = () => Response.json({ code: 'picture.unusable', message, requestId: 'req-7' }, { status: 400 })
  choose(/^Drop a logo here/, png())
  await screen.findByText(message)
  expect(screen.getByLabelText(/^Drop a logo here/).getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
})

test('an SVG file is refused before anything is sent', async () => {
  const { stand } = await show()
  choose(/^Drop a logo here/, new File(['<svg/>'], 'logo.svg', { type: 'image/svg+xml' }))
  await screen.findByText('logo.svg cannot be used here. Accepted: png, jpeg, webp, avif.')
  expect(stand.asked(OFFER)).toEqual([])
})

test('a share picture shows in the link preview, and resetting it restores the default picture', async () => {
  const sharePicture = `brand/${'b'.repeat(64)}.jpg`
  const { sent } = await show({ sharePicture })
  const preview = () => screen.getByRole('img', { name: 'The picture of a shared link' }).getAttribute('src')
  expect(preview()).toBe(PICTURE_BASE + sharePicture)
  fireEvent.click(screen.getByRole('button', { name: 'Reset share picture' }))
  expect(preview()).toBe('/share.jpg')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent()).toEqual([{ sharePicture: DEFAULT_SETTINGS.sharePicture }]))
})
