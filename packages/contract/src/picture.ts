import * as z from 'zod/mini'

/** The widths in which a picture is kept beside its original, in pixels; one wider than the original is not made. */
export const PICTURE_WIDTHS = [320, 640, 960, 1280, 1600] as const
export const PICTURE_FORMATS = ['avif', 'webp'] as const

/** A picture of a mod. `<stem>-<width>.<format>` is there for every width listed; none is until they are made. */
export const Picture = z.object({
  src: z.string(),
  stem: z.string(),
  widths: z.array(z.int()),
  width: z.int(),
  height: z.int(),
  /** What it shows, for who cannot see it. */
  alt: z.string(),
  /** One word below the thumbnail: `Front`. */
  label: z.string(),
  /** A few blurred pixels as a data address, shown until the picture is there. */
  placeholder: z.string(),
})
export type Picture = z.output<typeof Picture>
