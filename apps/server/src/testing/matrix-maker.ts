import type { WritableDb } from '@slipstream/db/client'

/**
 * Creates what an address names, owned by this user where it has an owner, and returns the value of the parameter, or
 * the values of several.
 */
export type Make = (db: WritableDb, ownerId: number) => Promise<number | string | (number | string)[]>
