/** The version that an address asks for: `?version=2`. Undefined for the text that applies now. */
export const versionIn = (request: Request, parameter: 'version' | 'cookies' = 'version') => {
  const asked = new URL(request.url).searchParams.get(parameter)
  return asked === null ? undefined : Number(asked)
}
