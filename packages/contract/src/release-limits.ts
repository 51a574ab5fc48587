/** The owners are told this long after publishing, so that a mistake can be taken back before. */
export const ANNOUNCE_AFTER_MINUTES = 10

/** Limits for the texts of a release. The form counts lines and characters without loading the schemas. */
export const RELEASE_LIMITS = { changes: 50, change: 300, gameVersions: 20, gameVersion: 20 } as const
