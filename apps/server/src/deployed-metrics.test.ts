import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { openFileStore } from '#testing/test-store.ts'

const ROOT = path.resolve(import.meta.dirname, '../../..')
const read = (file: string) => readFile(path.join(ROOT, file), 'utf8')
const OWN_METRIC = /\b(?:slipstream|nodejs|process)_[a-z0-9_]+/g
/** What Prometheus adds to the name of a histogram. */
const SUFFIX = /_(bucket|count|sum)$/

const store = await openFileStore()
// The page cache reports its size where pages are served, which this store does not.
store.services.metrics.watchPageMemory(() => 0)

test.each(['deploy/prometheus/alerts.yml', 'deploy/grafana/slipstream.json'])(
  'every metric in %s is one that a server reports',
  async (file) => {
    const known = new Set(store.services.metrics.registry.getMetricsAsArray().map(({ name }) => name))
    const used = new Set((await read(file)).match(OWN_METRIC))
    expect(used.size).toBeGreaterThan(5)
    expect([...used].filter((name) => !known.has(name) && !known.has(name.replace(SUFFIX, '')))).toEqual([])
  },
)

test('every alert has a section in the runbook, a test in which it fires and one in which it stays silent', async () => {
  const rules = await read('deploy/prometheus/alerts.yml')
  const tests = await read('deploy/prometheus/alerts.test.yml')
  const runbook = await read('docs/runbooks/servers.md')
  const headings = [...runbook.matchAll(/^## (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  )
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const anchors = [...rules.matchAll(/runbook: docs\/runbooks\/servers\.md#(\S+)/g)].map(([, anchor = '']) => anchor)
  expect(names.length).toBeGreaterThan(5)
  expect(anchors).toEqual(headings)
  for (const name of names) {
    expect(tests).toContain(`name: ${name} fires`)
    expect(tests).toContain(`name: ${name} stays silent`)
  }
})
