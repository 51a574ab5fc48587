import type { FastifyInstance } from 'fastify'
import { visitPageOf } from '@slipstream/contract/visit-terms'
import { type VisitEvent, visitsApi } from '@slipstream/contract/visits'
import { mount } from '#lib/http/mount.ts'
import type { Visits } from './open-visits.ts'
import type { Happened } from './visit-row.ts'

const DONE = { success: true } as const

export const visitsRoutes = (app: FastifyInstance, { visits }: { visits: Visits }) => {
  mount(app, visitsApi.send, async ({ request, body }) => {
    visits.note(request, body.events.flatMap(toHappened))
    return DONE
  })
}

/** Events about pages that are not counted are dropped silently: a newer or older browser bundle may send them. */
const toHappened = (event: VisitEvent): Happened[] => {
  if (event.kind === 'search') return [{ kind: 'search', term: event.term.toLowerCase(), found: event.found }]
  const place = visitPageOf(event.path)
  if (!place) return []
  if (event.kind === 'vital') return [{ kind: 'vital', page: place.page, vital: event.name, value: event.value }]
  return [{ kind: 'view', ...place, ...(event.referrer !== undefined && { referrer: event.referrer }) }]
}
