/** The picture files that the store accepts. In a file without schemas. SVG is not one: it can contain scripts. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

export const isPictureType = (type: string): type is PictureType => PICTURE_TYPES.some((each) => each === type)
