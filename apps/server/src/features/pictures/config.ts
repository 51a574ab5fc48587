/** What Node and the libraries need. Nothing else of the store's environment, so no secret, reaches the picture process. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'NODE_ENV', 'NODE_COMPILE_CACHE', 'FONTCONFIG_FILE', 'XDG_CACHE_HOME']

export const pictureEnvironment = (): Record<string, string> => ({
  ...Object.fromEntries(KEPT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]]))),
  MALLOC_ARENA_MAX: '2',
  VIPS_WARNING: '0',
})
