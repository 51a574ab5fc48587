import { MOD_LIMITS } from '@slipstream/contract/mod-limits'

/** `tsukiro_senko-dspec.zip` becomes `Tsukiro Senko Dspec`, until the archive suggests a better title. */
export const titleFromFileName = (fileName: string) => {
  const words = fileName
    .replace(/\.zip$/i, '')
    .split(/[^\p{L}\p{N}.]+/u)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return words.join(' ').slice(0, MOD_LIMITS.title).trim() || 'New mod'
}
