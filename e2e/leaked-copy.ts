import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { zipOf } from '@slipstream/mod-archive/testing/zip-writer'
import { createPerson, signIn } from './people.ts'
import { buyMods } from './purchases.ts'

/** Buys a mod and downloads it from the locker, as its buyer does. Needs a running worker. */
export const buyAndDownload = async (page: Page, modId: number, folder: string) => {
  const person = await createPerson()
  const order = await buyMods(person, [modId])
  await signIn(page, person.username, '/mod-locker')
  const begun = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('button', { name: /^Download / }).click()
  const file = path.join(folder, `${person.username}.zip`)
  await (await begun).saveAs(file)
  return { person, order, file }
}

/** The physics of a copy, packed again under other names. */
export const repack = async (copy: string, folder: string, name: string) => {
  const unpacked = path.join(folder, `unpacked ${name}`)
  await mkdir(unpacked)
  execFileSync('unzip', ['-q', '-j', copy, '*.jbeam', '-d', unpacked])
  const parts = await readdir(unpacked)
  const entries = await Promise.all(
    parts.map(async (part, at) => ({ name: `free/${at}.jbeam`, content: await readFile(path.join(unpacked, part)) })),
  )
  const leak = path.join(folder, name)
  await writeFile(leak, await zipOf(entries))
  return leak
}

/** Gives a file to the page "Trace a leak". */
export const dropLeak = (page: Page, file: string) =>
  page.getByLabel('Drop a zip, a .jbeam or a .pc file here, or choose one').setInputFiles(file)
