import { preload } from 'react-dom'
import type { Picture } from '@slipstream/contract/picture'
import { sourcesOf } from '#ui/picture.tsx'

/** For a page's LCP picture: fetched as soon as the browser has read the head. */
export const preloadPicture = (picture: Picture, sizes: string) =>
  picture.widths.length > 0
    ? preload(picture.src, {
        as: 'image',
        type: 'image/avif',
        imageSrcSet: sourcesOf(picture, 'avif'),
        imageSizes: sizes,
        fetchPriority: 'high',
      })
    : preload(picture.src, { as: 'image', fetchPriority: 'high' })
