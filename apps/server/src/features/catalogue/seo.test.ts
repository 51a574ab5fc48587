import type { AddressInfo } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { inTransaction } from '@slipstream/db/client'
import { mods } from '@slipstream/db/tables/mods'
import { createCategory, createMod, createPicture, createRelease } from '@slipstream/db/testing/catalogue-factories'
import { changeSettings } from '#features/settings/settings.service.ts'
import { catalogueChanged } from '#testing/catalogue.ts'
import { openEmptiedTestStore } from '#testing/test-store.ts'

const store = await openEmptiedTestStore()
beforeAll(async () => {
  await store.app.listen({ host: '127.0.0.1', port: 0 })
})
beforeEach(async () => {
  await catalogueChanged(store)
})

const read = async (path: string) => {
  const answer = await store.app.inject(path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.body
}
const origin = () => store.config.publicUrl
const locations = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
const pathsIn = (xml: string) => locations(xml).map((address) => address.replace(origin(), ''))

const HOSTILE = `Pit & "Lane" <script>alert('1')</script> ]]> \u0008\uFFFE`
/** Every tag and attribute these files use; the rest is text. */
const TAGS =
  /<\?xml[^>]*\?>|<\/?(urlset|sitemapindex|sitemap|url|loc|lastmod|image:image|image:loc|rss|channel|item|title|link|guid|pubDate|description|language)( [\w:]+="[^"<>]*")*>|<atom:link( \w+="[^"<>]*")*\/>/g
/** Checks that no text breaks the markup. */
const expectCleanText = (xml: string) => {
  const text = xml.replaceAll(TAGS, '')
  expect(text).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/)
  expect(text).not.toMatch(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u)
}

describe('the sitemap', () => {
  test('the sitemap lists the store’s pages, the categories that have mods and every published mod', async () => {
    const sports = await createCategory(store.db, { slug: 'sports', sortOrder: 2 })
    const rally = await createCategory(store.db, { slug: 'rally', sortOrder: 1 })
    await createCategory(store.db, { slug: 'empty' })
    const one = await createMod(store.db, { categoryId: sports.id })
    const two = await createMod(store.db, { categoryId: rally.id })
    await createMod(store.db, { categoryId: sports.id, status: 'draft' })
    await createMod(store.db, { categoryId: sports.id, status: 'archived' })

    const answer = await store.app.inject('/sitemap.xml')
    expect(answer.headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
    expect(answer.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="[^"]+"/)
    expect(pathsIn(answer.body)).toEqual([
      ...['/', '/mods', '/subscribe', '/about', '/terms', '/privacy', '/refund-policy'],
      ...['/mods?category=rally', '/mods?category=sports'],
      `/mods/${one.id}`,
      `/mods/${two.id}`,
    ])
  })

  test('the sitemap has each mod’s last change and cover picture', async () => {
    const mod = await createMod(store.db, {
      updatedAt: new Date('2026-03-01T10:00:00Z'),
      releasedAt: new Date('2026-05-01T10:00:00Z'),
    })
    await createPicture(store.db, { modId: mod.id, sortOrder: 2, hash: 'rear' })
    await createPicture(store.db, { modId: mod.id, sortOrder: 1, hash: 'front' })
    const xml = await read('/sitemap.xml')
    expect(xml).toContain(
      `<loc>${origin()}/mods/${mod.id}</loc><lastmod>2026-05-01T10:00:00.000Z</lastmod>` +
        `<image:image><image:loc>${store.services.storage.publicUrl('pictures/front.webp')}</image:loc></image:image></url>`,
    )
    expect(xml).not.toContain('rear')
  })

  test('the sitemap is rewritten after a change, and a client that already has it gets 304', async () => {
    const first = await store.app.inject('/sitemap.xml')
    const again = {
      method: 'GET',
      url: '/sitemap.xml',
      headers: { 'if-none-match': String(first.headers.etag) },
    } as const
    const unchanged = await store.app.inject(again)
    expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])

    const mod = await createMod(store.db)
    await catalogueChanged(store)
    const changed = await store.app.inject(again)
    expect(changed.statusCode).toBe(200)
    expect(pathsIn(changed.body)).toContain(`/mods/${mod.id}`)
  })

  test('the sitemap becomes an index of files when there are too many mods for one', async () => {
    const { id: categoryId } = await createCategory(store.db, { slug: 'sports' })
    const many = [1, 10_000, 10_001, 100_000].map((id) => ({
      id,
      title: `Harlan ${id}`,
      categoryId,
      priceCents: 500,
      currentPriceCents: 500,
      status: 'published' as const,
      publishedAt: new Date(),
      updatedAt: new Date('2026-03-01T10:00:00Z'),
    }))
    await store.db.insert(mods).overridingSystemValue().values(many)

    const index = await read('/sitemap.xml')
    expect(index).toContain('<sitemapindex ')
    expect(index).toContain('<lastmod>2026-03-01T10:00:00.000Z</lastmod>')
    expectCleanText(index)
    const files = pathsIn(index)
    expect(files).toEqual(['/sitemap-pages.xml', ...[1, 2, 10].map((file) => `/sitemap-mods-${file}.xml`)])

    expect(pathsIn(await read('/sitemap-pages.xml'))).toContain('/mods?category=sports')
    expect(pathsIn(await read('/sitemap-mods-1.xml'))).toEqual(['/mods/1', '/mods/10000'])
    expect(pathsIn(await read('/sitemap-mods-2.xml'))).toEqual(['/mods/10001'])
    expect(pathsIn(await read('/sitemap-mods-10.xml'))).toEqual(['/mods/100000'])
  })

  test.each(['/sitemap-mods-3.xml', '/sitemap-mods-0.xml', '/sitemap-mods-x.xml', '/sitemap-mods-9999999.xml'])(
    'the sitemap file %s does not exist',
    async (path) => {
      expect((await store.app.inject(path)).statusCode).toBe(404)
    },
  )
})

describe('the release feed', () => {
  test('[OWN-16] the feed has the thirty newest releases of published mods, newest first', async () => {
    const { id: categoryId } = await createCategory(store.db)
    const mod = await createMod(store.db, { categoryId, title: 'Kestrel R4 Rally' })
    const draft = await createMod(store.db, { categoryId, status: 'draft', title: 'Not to be told' })
    await createRelease(store.db, { modId: draft.id })
    for (let number = 0; number <= 30; number++) {
      await createRelease(store.db, {
        modId: mod.id,
        version: `1.${number}`,
        publishedAt: new Date(Date.UTC(2026, 0, 1 + number)),
        changes: ['New gearbox.', 'Wipers & lamps work.'],
      })
    }
    const answer = await store.app.inject('/feed.xml')
    expect(answer.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    const known = { 'if-none-match': String(answer.headers.etag) }
    expect((await store.app.inject({ url: '/feed.xml', headers: known })).statusCode).toBe(304)
    expect(answer.body).not.toContain('Not to be told')
    expectCleanText(answer.body)

    const items = answer.body.match(/<item>.*?<\/item>/g) ?? []
    expect(items).toHaveLength(30)
    expect(items[0]).toMatch(
      new RegExp(
        `<title>Kestrel R4 Rally 1.30</title><link>${origin()}/mods/${mod.id}</link>` +
          `<guid isPermaLink="false">${origin()}/mods/${mod.id}#release-\\d+</guid>` +
          '<pubDate>Sat, 31 Jan 2026 00:00:00 GMT</pubDate>',
      ),
    )
    expect(items[0]).toContain(
      '<description>&lt;ul&gt;&lt;li&gt;New gearbox.&lt;/li&gt;&lt;li&gt;Wipers &amp;amp; lamps work.&lt;/li&gt;&lt;/ul&gt;</description>',
    )
    expect(items.at(-1)).toContain('<title>Kestrel R4 Rally 1.1</title>')
    expect(new Set(items.map((item) => /<guid.*<\/guid>/.exec(item)?.[0])).size).toBe(30)
  })

  test('the feed escapes the texts of a mod', async () => {
    const mod = await createMod(store.db, { title: HOSTILE })
    await createRelease(store.db, { modId: mod.id, version: '1.0<b>', changes: [HOSTILE] })
    await inTransaction(store.db, (tx) => changeSettings(tx, { storeName: 'Speed & <Co>' }))
    await vi.waitFor(() => expect(store.services.settings.current().storeName).toBe('Speed & <Co>'))

    const xml = await read('/feed.xml')
    expectCleanText(xml)
    expect(xml).toContain('<title>Speed &amp; &lt;Co&gt;</title>')
    expect(xml).toContain(
      '<title>Pit &amp; &quot;Lane&quot; &lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; ]]&gt;  1.0&lt;b&gt;</title>',
    )
    // HTML in XML: a reader that unescapes the description must still find text, not a script.
    expect(xml).toContain('&lt;li&gt;Pit &amp;amp; &amp;quot;Lane&amp;quot; &amp;lt;script&amp;gt;')
  })
})

test('robots.txt excludes private paths and names the sitemap', async () => {
  const answer = await store.app.inject('/robots.txt')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-while-revalidate=300')
  const lines = answer.body.split('\n')
  expect(lines[0]).toBe('User-agent: *')
  for (const path of ['/api', '/admin', '/cart', '/checkout', '/profile', '/mod-locker', '/debug-cart']) {
    expect(lines).toContain(`Disallow: ${path}`)
  }
  expect(lines).toContain(`Sitemap: ${origin()}/sitemap.xml`)
})

test('robots.txt of an unlisted store names no sitemap and still lets crawlers read the pages', async () => {
  const list = async (isListed: boolean) => {
    await inTransaction(store.db, (tx) => changeSettings(tx, { isListed }))
    await vi.waitFor(() => expect(store.services.settings.current().isListed).toBe(isListed))
  }
  await list(false)
  const { body } = await store.app.inject('/robots.txt')
  await list(true)
  expect(body).not.toContain('Sitemap:')
  expect(body.split('\n')).not.toContain('Disallow: /')
})

describe('sitemap, feed and robots.txt in maintenance', () => {
  const maintenance = async (maintenanceMode: boolean) => {
    await inTransaction(store.db, (tx) => changeSettings(tx, { maintenanceMode }))
    await vi.waitFor(() => expect(store.services.settings.current().maintenanceMode).toBe(maintenanceMode))
  }
  beforeEach(() => maintenance(true))
  afterEach(() => maintenance(false))

  test.each([
    ['/sitemap.xml', 503],
    ['/sitemap-pages.xml', 503],
    ['/feed.xml', 503],
    ['/robots.txt', 200],
  ])('in maintenance %s answers %i', async (path, status) => {
    const { port } = store.app.server.address() as AddressInfo
    const answer = await fetch(`http://127.0.0.1:${port}${path}`)
    await answer.text()
    expect(answer.status).toBe(status)
    if (status === 503) expect(answer.headers.get('cache-control')).toBe('private, no-store')
  })
})
