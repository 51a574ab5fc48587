/** Limits for the texts of a release. The form counts lines and characters without loading the schemas. */
export const RELEASE_LIMITS = { changes: 50, change: 300, gameVersions: 20, gameVersion: 20 } as const
