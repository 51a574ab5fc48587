import { lazy } from 'react'

/** They stand in the page from the start; below the first screen, their code comes after what is used at once. */
export const DetailsSections = lazy(async () => ({ default: (await import('./details-sections.tsx')).DetailsSections }))
export const RelatedMods = lazy(async () => ({ default: (await import('./related-mods.tsx')).RelatedMods }))

export const loadViewer = async () => ({ default: (await import('#ui/picture-viewer.tsx')).PictureViewer })
/** With Radix behind it, so it comes when a picture is first enlarged, or a moment before. */
export const PictureViewer = lazy(loadViewer)
