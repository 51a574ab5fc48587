import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { writeMod } from '@slipstream/mod-archive/testing/generated-mod'
import { removeArchives } from './archives.ts'
import { barriersOn } from './barriers.ts'
import { buyAndDownload, dropLeak, repack } from './leaked-copy.ts'
import { createPerson, signIn } from './people.ts'
import { releaseFile } from './released-file.ts'
import { startWorker } from './store-process.ts'
import { expect, store, test } from './store.ts'

const VAN = 11
const TRACE = '/admin/mods?tab=trace'

let folder = ''
let fileName = ''
let worker: ReturnType<typeof startWorker>
test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'traces-'))
  await writeMod(path.join(folder, 'mod.zip'), { vehicles: 1, configurations: 2, physicsFiles: 8, bytes: 400_000 })
  worker = startWorker(store.environment())
  ;({ fileName } = await releaseFile(VAN, path.join(folder, 'mod.zip'), '7.0.0'))
})
test.afterAll(async () => {
  await removeArchives(fileName)
  await worker.stop()
  await rm(folder, { recursive: true })
})

const verdict = (page: Page, title: string) =>
  expect(page.getByRole('heading', { name: title })).toBeVisible({ timeout: 60_000 })

test('a leaked part, packed again under another name, names the order it came from and no other', async ({
  page,
  browser,
}) => {
  test.slow()
  const first = await buyAndDownload(page, VAN, folder)
  const other = await browser.newContext({ baseURL: store.url() })
  const second = await buyAndDownload(await other.newPage(), VAN, folder)
  await other.close()
  expect((await readFile(first.file)).equals(await readFile(second.file))).toBe(false)

  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, TRACE)
  await dropLeak(page, await repack(first.file, folder, 'free download.zip'))
  await verdict(page, 'This copy comes from one purchase')
  await expect(page.getByText(first.order).first()).toBeVisible()
  await expect(page.getByText(second.order)).toBeHidden()
  await expect(page.getByRole('link', { name: `Open ${first.person.username}` })).toBeVisible()
  expect(await barriersOn(page)).toEqual([])

  await dropLeak(page, second.file)
  await expect(page.getByText(second.order).first()).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(first.order)).toBeHidden()
  await expect(page.getByText('Same purchase')).toBeVisible()

  const rows = Array.from({ length: 150 }, (_, at) => `["n${at}", ${at}.123, ${at + 7}.456, ${at}.789],`)
  const foreign = path.join(folder, 'foreign.jbeam')
  await writeFile(foreign, `{"hull":{"nodes":[["id","posX","posY","posZ"],${rows.join('')}]}}`)
  await dropLeak(page, foreign)
  await verdict(page, 'No purchase fits this file')
  await expect(page.getByText(/SL-\d{4}-/)).toBeHidden()
  expect(await barriersOn(page)).toEqual([])
  await expect(page.getByRole('link', { name: 'free download.zip' })).toBeVisible()
})
