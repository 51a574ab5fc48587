import { lazy } from 'react'

/** Server-rendered parts whose code loads after the primary code. */
export const DetailsSections = lazy(async () => ({ default: (await import('./details-sections.tsx')).DetailsSections }))
export const YourGame = lazy(async () => ({ default: (await import('./your-game.tsx')).YourGame }))
export const RelatedMods = lazy(async () => ({ default: (await import('./related-mods.tsx')).RelatedMods }))

export const TrailerDialog = lazy(async () => ({ default: (await import('./trailer-dialog.tsx')).TrailerDialog }))

export const loadViewer = async () => ({ default: (await import('#ui/picture-viewer.tsx')).PictureViewer })
/** Contains Radix, so it loads when a picture is first enlarged or about to be. */
export const PictureViewer = lazy(loadViewer)
