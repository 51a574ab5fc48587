import type * as z from 'zod/mini'
import type { ErrorCode } from './errors.ts'

export type Access = 'public' | 'user' | 'admin' | 'developer'
type Schema = z.ZodMiniType
type Path = `/api/${string}`
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** How long caches may keep a response, in seconds. An endpoint without it answers `private, no-store`. */
export interface PublicCache {
  maxAge: number
  sharedMaxAge: number
  staleWhileRevalidate: number
}

/** For data that everybody may read: shared caches keep it for a minute, browsers revalidate it each time. */
export const ONE_MINUTE: PublicCache = { maxAge: 0, sharedMaxAge: 60, staleWhileRevalidate: 300 }

/** One HTTP call, described once: the server mounts it, the client calls it, the API document lists it. */
export interface Endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  Address extends Path = Path,
  M extends Method = Method,
> {
  method: M
  /** A literal type, so a call with a wrong path does not compile. */
  path: Address
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  response: R
  errors?: readonly ErrorCode[]
  /**
   * Whether the path parameters name an object of the caller; another person's object answers 404. Every endpoint with
   * path parameters for signed-in users declares this.
   */
  owned?: boolean
  cache?: PublicCache
  /** Also answers during maintenance. All other endpoints then answer only administrators. */
  duringMaintenance?: true
  /** Polled by open pages in the background: does not count as user activity. */
  poll?: true
}

export const endpoint = <
  P extends Schema = z.ZodMiniUndefined,
  Q extends Schema = z.ZodMiniUndefined,
  B extends Schema = z.ZodMiniUndefined,
  R extends Schema = Schema,
  const Address extends Path = Path,
  const M extends Method = Method,
>(
  definition: Endpoint<P, Q, B, R, Address, M>,
) => definition

export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>
export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never
