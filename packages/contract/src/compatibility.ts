import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { GameVersionName } from './game-version.ts'
import { Id, idParams } from './id.ts'
import { COMPATIBILITY_STATES } from './mods.ts'
import { Picture } from './picture.ts'
import { filledText, text } from './text.ts'

/** One mod on the board: the state of its current release for a game version. */
export const BoardRow = z.object({
  modId: Id,
  title: z.string(),
  picture: z.nullable(Picture),
  releaseId: Id,
  version: z.string(),
  state: z.enum(COMPATIBILITY_STATES),
  fixedIn: z.nullable(z.string()),
  note: z.string(),
  changedAt: z.nullable(z.iso.datetime()),
  changedBy: z.nullable(z.string()),
})
export type BoardRow = z.output<typeof BoardRow>

export const Board = z.object({
  /** Newest first. Players have the first one. */
  gameVersions: z.array(z.object({ version: z.string(), announcedAt: z.iso.datetime() })),
  gameVersion: z.nullable(z.string()),
  rows: z.array(BoardRow),
})
export type Board = z.output<typeof Board>

export const CompatibilityChange = z.object({
  id: Id,
  at: z.iso.datetime(),
  by: z.string(),
  version: z.string(),
  gameVersion: z.string(),
  from: z.nullable(z.enum(COMPATIBILITY_STATES)),
  to: z.enum(COMPATIBILITY_STATES),
  note: z.string(),
})
export type CompatibilityChange = z.output<typeof CompatibilityChange>

export const Verdict = z
  .strictObject({
    releaseIds: z.array(Id).check(z.minLength(1), z.maxLength(200)),
    gameVersion: GameVersionName,
    state: z.enum(COMPATIBILITY_STATES),
    /** The release that fixes it. */
    fixedIn: z.nullable(filledText(30)),
    /** Shown to players next to the state. */
    note: text(300, { multiline: true }),
  })
  .check(
    z.refine(({ state, fixedIn }) => (state === 'fixed') === (fixedIn !== null), {
      path: ['fixedIn'],
      message: 'Enter the release that fixes it. Only the state "fixed" has one.',
    }),
  )
export type Verdict = z.output<typeof Verdict>

export const compatibilityApi = {
  board: endpoint({
    method: 'GET',
    path: '/api/admin/compatibility',
    summary: "The state of every published mod's current release for a game version",
    access: 'admin',
    query: z.strictObject({ gameVersion: z.optional(GameVersionName) }),
    response: Board,
  }),
  announce: endpoint({
    method: 'POST',
    path: '/api/admin/compatibility/game-versions',
    summary: 'Announce a game version; every current release becomes unconfirmed for it',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: z.strictObject({ version: GameVersionName }),
    response: Board,
    errors: ['compatibility.version_known'],
  }),
  retract: endpoint({
    method: 'DELETE',
    path: '/api/admin/compatibility/game-versions/:version',
    summary: 'Remove a game version announced by mistake; confirmations for it are kept',
    access: 'admin',
    needsProof: 'no: the catalogue',
    params: z.strictObject({ version: GameVersionName }),
    response: Board,
    errors: ['compatibility.version_unknown'],
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/admin/compatibility',
    summary: 'Set the state of releases for a game version',
    access: 'admin',
    needsProof: 'no: the catalogue',
    body: Verdict,
    response: Board,
    errors: ['release.not_found', 'compatibility.version_unknown'],
  }),
  history: endpoint({
    method: 'GET',
    path: '/api/admin/mods/:id/compatibility',
    summary: 'The history of a mod’s compatibility states, newest first',
    access: 'admin',
    params: idParams,
    response: z.array(CompatibilityChange),
    errors: ['mod.not_found'],
  }),
}
