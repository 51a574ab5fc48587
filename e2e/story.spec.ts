import type { Page } from '@playwright/test'
import { api } from './api.ts'
import { barriersOn } from './barriers.ts'
import { createPerson, signIn, tokenIn } from './people.ts'
import { expect, test } from './store.ts'
import { ONE_LINE } from './xss-payloads.ts'

/** A demo mod whose story no other journey reads. */
const MOD = 11
const edit = `/admin/products/edit/${MOD}`

interface Saved {
  form: { about: string[] } & Record<string, unknown>
  pictures: { id: number }[]
}

const open = async (page: Page) => {
  const { username } = await createPerson({ isAdmin: true })
  await signIn(page, username, edit)
  const headers = { authorization: `Bearer ${await tokenIn(page)}` }
  const address = api(`/api/admin/mods/${MOD}`)
  const saved = (await (await page.request.get(address, { headers })).json()) as Saved
  return {
    ...saved,
    save: async (about: readonly string[]) => {
      const answer = await page.request.patch(address, { headers, data: { ...saved.form, about } })
      expect(answer.status(), await answer.text()).toBe(200)
    },
  }
}

/** The page as the server sends it, once it shows the story with this mark. */
const htmlWith = async (page: Page, mark: string) => {
  let html = ''
  await expect
    .poll(async () => (html = await (await page.request.get(`/mods/${MOD}`)).text()))
    .toMatch(new RegExp(`<h3[^>]*>${mark}`))
  return html
}

/** Elements that a story must not create, read by the browser's own HTML parser. */
const strangersIn = (page: Page, html: string) =>
  page.evaluate((source) => {
    const story = new DOMParser().parseFromString(source, 'text/html').querySelector('#overview h3')?.parentElement
    if (!story) return ['there is no story']
    const OURS = 'p, h3, h4, ul, ol, li, a, strong, em, figure, figcaption, img, picture, source'
    const isLink = (element: Element) =>
      /^https?:\/\//.test(element.getAttribute('href') ?? '') && element.getAttribute('rel') === 'nofollow noopener'
    const isStrange = (element: Element) =>
      !element.matches(OURS) ||
      (element.matches('a') && !isLink(element)) ||
      (element.matches('img') && /evil|data:text|javascript/.test(element.outerHTML)) ||
      [...element.attributes].some(({ name, value }) => name.startsWith('on') || value.includes('fired('))
    return [...story.querySelectorAll('*')].filter(isStrange).map((element) => element.outerHTML.slice(0, 200))
  }, html)

const FORMS = [
  (payload: string) => payload,
  (payload: string) => `## ${payload}`,
  (payload: string) => `- **${payload}**`,
  (payload: string) => `[words](${payload})`,
  (payload: string) => `[${payload}](<${payload}>)`,
  (payload: string) => `![${payload}](${payload})`,
]
/** Few enough that every text is parsed: the parser refuses a text with a thousand brackets. */
const AT_ONCE = 12

test('T-XSS: 150 payloads in every form of a story become neither scripts, handlers nor foreign elements', async ({
  page,
  context,
}) => {
  test.slow()
  const fired: number[] = []
  await context.exposeBinding('fired', (_source, number: number) => fired.push(number))
  expect(ONE_LINE.length).toBeGreaterThanOrEqual(150)
  const { save, form } = await open(page)
  try {
    for (let first = 0; first < ONE_LINE.length; first += AT_ONCE) {
      const mark = `Batch ${first} `
      const texts = ONE_LINE.slice(first, first + AT_ONCE).flatMap((payload) => FORMS.map((write) => write(payload)))
      await save([`## ${mark}`, ...texts])
      expect(await strangersIn(page, await htmlWith(page, mark.trim()))).toEqual([])
      // A sample also runs in the browser.
      if (first % (AT_ONCE * 5) !== 0) continue
      await page.goto(`/mods/${MOD}`)
      await expect(page.getByRole('heading', { name: mark.trim() })).toBeVisible()
      await page.goto(edit)
    }
    expect(fired).toEqual([])
  } finally {
    await save(form.about)
  }
})

test('a creator formats the story with buttons, sees it in the preview, and players see it on the page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  const { save, form } = await open(page)
  try {
    const about = page.getByLabel('About the mod', { exact: true })
    await about.fill('')
    await about.pressSequentially('Engine')
    await page.getByRole('button', { name: 'Heading' }).click()
    await expect(about).toHaveValue('## Engine')
    await page.keyboard.press('End')
    await page.keyboard.type('\n\nSee ')
    await page.getByRole('button', { name: 'Link' }).click()
    await page.keyboard.type('the tests')
    await expect(about).toHaveValue('## Engine\n\nSee [the tests](https://)')
    await about.fill('## Engine\n\nSee [the tests](https://tests.example/).\n\n- Idle\n- Full load')
    await page.getByRole('button', { name: 'Picture from the gallery' }).click()
    await page.getByRole('menuitem').first().click()
    await expect(about).toHaveValue(/\n\n!\[.*\]\(picture:\d+\)$/)

    await page.getByRole('button', { name: 'Desktop' }).click()
    const preview = page.frameLocator('iframe')
    await expect(preview.getByRole('heading', { name: 'Engine', level: 3 })).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('status').getByText('All changes saved')).toBeVisible()

    await htmlWith(page, 'Engine')
    await page.goto(`/mods/${MOD}`)
    const story = page.locator('#overview')
    await expect(story.getByRole('link', { name: 'the tests' })).toHaveAttribute('rel', 'nofollow noopener')
    await expect(story.getByRole('listitem').filter({ hasText: 'Full load' })).toBeVisible()
    await expect(story.locator('figure img')).toBeVisible()
    expect(await barriersOn(page)).toEqual([])
  } finally {
    await save(form.about)
  }
})
