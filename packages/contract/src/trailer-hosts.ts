/** The id formats of the two services. Nothing else may become part of a frame's URL. */
export const TRAILER_ID = { youtube: /^[\w-]{11}$/, vimeo: /^\d{6,12}$/ } as const

/** The only origins that a page may embed in a frame to play a video. */
export const TRAILER_ORIGINS = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
} as const
