import { onCLS, onINP, onLCP, onTTFB } from 'web-vitals'
import { LONGEST_TERM, MOST_VISIT_EVENTS, type Vital, visitPageOf } from '@slipstream/contract/visit-terms'
import type { visitsApi } from '@slipstream/contract/visits'
import type { BodyInputOf } from '@slipstream/contract/endpoint'
import { PATHS } from './query-keys.ts'

type Sent = BodyInputOf<typeof visitsApi.send>['events'][number]

/** Events are batched, so that a page costs one request. */
const TOGETHER_MS = 5_000
/** A search counts once the visitor has stopped typing. */
const TYPED_MS = 2_000

/** Do Not Track, Global Privacy Control, or no beacon support. The server checks the first two as well. */
const isUnwilling =
  navigator.doNotTrack === '1' ||
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true ||
  !('sendBeacon' in navigator)

const waiting: Sent[] = []
let timer: ReturnType<typeof setTimeout> | undefined
let search: { term: string; found: boolean; timer: ReturnType<typeof setTimeout> } | undefined
let lastPath: string | undefined

const send = () => {
  clearTimeout(timer)
  timer = undefined
  while (waiting.length > 0) {
    const events = waiting.splice(0, MOST_VISIT_EVENTS)
    navigator.sendBeacon(PATHS.visits, new Blob([JSON.stringify({ events })], { type: 'application/json' }))
  }
}

const add = (event: Sent) => {
  if (isUnwilling) return
  waiting.push(event)
  // The timers of a page that is being closed may never fire.
  if (document.visibilityState === 'hidden') queueMicrotask(send)
  else timer ??= setTimeout(send, TOGETHER_MS)
}

const addSearch = () => {
  if (!search) return
  clearTimeout(search.timer)
  add({ kind: 'search', term: search.term, found: search.found })
  search = undefined
}

/** The host that linked here, unless it is the store itself. */
const referrerOf = (): { referrer?: string } => {
  const host = URL.parse(document.referrer)?.hostname
  return host && host !== location.hostname && /^[a-z0-9.-]+$/.test(host) ? { referrer: host } : {}
}

/** Measured once, for the page on which the visit began. */
const measure = (path: string) => {
  const report = ({ name, value }: { name: string; value: number }) =>
    add({ kind: 'vital', path, name: name as Vital, value: Math.round(value * 10_000) / 10_000 })
  onLCP(report)
  onCLS(report)
  onINP(report)
  onTTFB(report)
}

const watch = (path: string) => {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return
    addSearch()
    send()
  })
  measure(path)
}

export const noteView = (path: string) => {
  if (path === lastPath) return
  const isFirst = lastPath === undefined
  lastPath = path
  addSearch()
  if (isUnwilling || !visitPageOf(path)) return
  if (isFirst) watch(path)
  add({ kind: 'view', path, ...(isFirst && referrerOf()) })
}

export const noteSearch = (term: string, found: boolean) => {
  if (search) clearTimeout(search.timer)
  search = { term: term.trim().slice(0, LONGEST_TERM).trim(), found, timer: setTimeout(addSearch, TYPED_MS) }
}
