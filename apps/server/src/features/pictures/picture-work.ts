import { cutPicture, encodePicture, readPicture, remakePicture } from '#gateways/images.ts'
import { paintBrandShare, paintLogo } from './brand-painting.ts'
import { cleanPicture } from './clean-picture.ts'
import { paintPortrait } from './portrait-painting.ts'
import { paintShareImage } from './share-painting.ts'

/** Everything that decodes or paints pictures. Runs in the picture process only. */
export const PICTURE_WORK = {
  read: readPicture,
  remake: remakePicture,
  clean: cleanPicture,
  cut: cutPicture,
  encode: encodePicture,
  paintLogo,
  paintBrandShare,
  paintPortrait,
  paintShareImage,
}

export type PictureWork = typeof PICTURE_WORK
