/**
 * The picture files that the store accepts. SVG is not one: it can contain scripts. In a file without schemas, so that
 * pages can use it without loading them.
 */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** How a picture was made: rendered in a studio, or taken in the game. */
export const PICTURE_KINDS = ['studio', 'in_game'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

/** The most characters a caption has. */
export const MAX_CAPTION = 120

export const isPictureType = (type: string): type is PictureType => PICTURE_TYPES.some((each) => each === type)
