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

/**
 * Whether a call needs a fresh proof of presence, a password or another way in confirmed minutes ago. Guards what a
 * stranger at an unlocked browser must not do. `no: …` says why not, `if: …` names a condition that the mounted call
 * decides about each request.
 */
export type NeedsProof = true | `no: ${string}` | `if: ${string}`

/** One HTTP call, described once: the server mounts it, the client calls it, the API document lists it. */
export interface Endpoint<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  Address extends Path = Path,
  M extends Method = Method,
  Proof extends NeedsProof | undefined = NeedsProof | undefined,
> {
  method: M
  /** A literal type, so a call with a wrong path does not compile. */
  path: Address
  summary: string
  access: Access
  /** Every admin write and every export says it. */
  needsProof?: Proof
  params?: P
  query?: Q
  body?: B
  response: R
  /** How browsers decode the response of a call that the specification describes: with fallbacks for missing fields. */
  reads?: z.ZodMiniType<z.output<R>, unknown>
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
  /** Answers with an address that takes a file. Counted per account and day, because what is sent there is kept for a day. */
  offersUpload?: true
  /** The longest request, where it may be longer than a few thousand characters. Long ones are counted per address. */
  bodyBytes?: number
}

/** The calls that must say whether they need proof. */
type SaysProof<Address, M> = Address extends `${string}/export`
  ? { needsProof: NeedsProof }
  : Address extends `/api/admin/${string}`
    ? M extends 'GET'
      ? unknown
      : { needsProof: NeedsProof }
    : unknown

export const endpoint = <
  P extends Schema = z.ZodMiniUndefined,
  Q extends Schema = z.ZodMiniUndefined,
  B extends Schema = z.ZodMiniUndefined,
  R extends Schema = Schema,
  const Address extends Path = Path,
  const M extends Method = Method,
  const Proof extends NeedsProof | undefined = undefined,
>(
  definition: Endpoint<P, Q, B, R, Address, M, Proof> & SaysProof<Address, M>,
): Endpoint<P, Q, B, R, Address, M, Proof> => definition

export type AnyEndpoint = Endpoint<Schema, Schema, Schema, Schema>
export type ParamsOf<E> = E extends Endpoint<infer P, Schema, Schema, Schema> ? z.output<P> : never
export type QueryOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.output<Q> : never
export type QueryInputOf<E> = E extends Endpoint<Schema, infer Q, Schema, Schema> ? z.input<Q> : never
export type BodyOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.output<B> : never
export type BodyInputOf<E> = E extends Endpoint<Schema, Schema, infer B, Schema> ? z.input<B> : never
export type ResponseOf<E> = E extends Endpoint<Schema, Schema, Schema, infer R> ? z.output<R> : never
