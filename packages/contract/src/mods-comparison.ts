import * as z from 'zod/mini'
import { MOST_COMPARED } from './catalogue.ts'
import { endpoint, ONE_MINUTE } from './endpoint.ts'
import { idList } from './id.ts'
import { Compatibility, Configuration, ModCard } from './mods.ts'

/** A mod in the comparison table. */
export const ComparedMod = z.extend(
  z.pick(ModCard, {
    id: true,
    title: true,
    categoryName: true,
    price: true,
    discountPrice: true,
    picture: true,
    rating: true,
    ratingCount: true,
    includedWithPremium: true,
    version: true,
    releasedAt: true,
  }),
  {
    /** The first configuration, whose figures the lists show too. */
    base: z.nullable(Configuration),
    configurationCount: z.int(),
    /** The size of the newest release. The compatibility states are also those of that release. */
    sizeBytes: z.nullable(z.int()),
    states: z.array(z.pick(Compatibility, { gameVersion: true, state: true })),
  },
)
export type ComparedMod = z.output<typeof ComparedMod>

export const Comparison = z.object({
  /** The published ones among the requested mods, by id. */
  mods: z.array(ComparedMod),
  /** All versions of the game that a player may have, newest first. */
  gameVersions: z.array(z.string()),
})
export type Comparison = z.output<typeof Comparison>

export const comparisonApi = {
  compare: endpoint({
    method: 'GET',
    path: '/api/mods/compare',
    summary: 'Compare published mods: price, rating, figures, compatibility and size',
    access: 'public',
    query: z.strictObject({ ids: idList(MOST_COMPARED) }),
    response: Comparison,
    cache: ONE_MINUTE,
  }),
}
