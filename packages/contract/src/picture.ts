import * as z from 'zod/mini'
import { PICTURE_KINDS } from './picture-types.ts'

/** The widths a picture is encoded in, in pixels. Widths above the original's are left out. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1600] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/**
 * A picture of a mod. `<stem>-<width>.<format>` exists for every listed width; the list is empty until the job has run.
 */
export const Picture = z.object({
  src: z.string(),
  stem: z.string(),
  widths: z.array(z.int()),
  width: z.int(),
  height: z.int(),
  /** Alt text. */
  alt: z.string(),
  /** One word below the thumbnail: `Front`. */
  label: z.string(),
  /** A few blurred pixels as a data URL, shown until the picture has loaded. */
  placeholder: z.string(),
})
export type Picture = z.output<typeof Picture>

/** A picture in the gallery of its mod. */
export const GalleryPicture = z.extend(Picture, {
  kind: z.enum(PICTURE_KINDS),
  /** A sentence shown below the picture. */
  caption: z.nullable(z.string()),
})
export type GalleryPicture = z.output<typeof GalleryPicture>
