import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id } from './id.ts'
import { pageOf } from './page.ts'
import { cursor, filledText } from './text.ts'
import { SIGNALS } from './user-terms.ts'

const QUERY = z.strictObject({
  /** A whole username. */
  username: z.optional(filledText(80)),
  after: cursor(),
})
export type TrackingQuery = z.output<typeof QUERY>

export const TrackedSignIn = z.object({
  id: Id,
  at: z.iso.datetime(),
  /** Null if no account has the attempted name. */
  userId: z.nullable(Id),
  username: z.nullable(z.string()),
  method: z.enum(['password', 'discord', 'passkey', 'reset', 'invitation']),
  result: z.enum(['ok', 'wrong_secret', 'unknown_name', 'second_factor', 'banned', 'limited']),
  device: z.string(),
  ip: z.string(),
})
export type TrackedSignIn = z.output<typeof TrackedSignIn>

export const TrackedDevice = z.object({
  id: Id,
  userId: Id,
  username: z.string(),
  method: z.enum(['password', 'discord', 'passkey']),
  device: z.string(),
  ip: z.string(),
  createdAt: z.iso.datetime(),
  usedAt: z.iso.datetime(),
})
export type TrackedDevice = z.output<typeof TrackedDevice>

export const TrackedDownload = z.object({
  id: Id,
  at: z.iso.datetime(),
  userId: Id,
  username: z.string(),
  title: z.string(),
  version: z.string(),
  ip: z.nullable(z.string()),
})
export type TrackedDownload = z.output<typeof TrackedDownload>

/** Something unusual in the last 24 hours. It changes nothing by itself. */
export const UserSignal = z.object({
  kind: z.enum(SIGNALS),
  /** Null for an address that tried several accounts. */
  userId: z.nullable(Id),
  username: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** The counted attempts, downloads, addresses or accounts. */
  count: z.int(),
  lastAt: z.iso.datetime(),
})
export type UserSignal = z.output<typeof UserSignal>

export const usersTrackingApi = {
  signals: endpoint({
    method: 'GET',
    path: '/api/admin/tracking/signals',
    summary: 'Unusual patterns of the last 24 hours, with their reason',
    access: 'admin',
    response: z.array(UserSignal),
  }),
  signIns: endpoint({
    method: 'GET',
    path: '/api/admin/tracking/sign-ins',
    summary: 'List attempts to sign in, newest first',
    access: 'admin',
    query: QUERY,
    response: pageOf(TrackedSignIn),
  }),
  devices: endpoint({
    method: 'GET',
    path: '/api/admin/tracking/devices',
    summary: 'List signed-in devices, latest sign-in first',
    access: 'admin',
    query: QUERY,
    response: pageOf(TrackedDevice),
  }),
  downloads: endpoint({
    method: 'GET',
    path: '/api/admin/tracking/downloads',
    summary: 'List downloads, newest first',
    access: 'admin',
    query: QUERY,
    response: pageOf(TrackedDownload),
  }),
}
