/** A route as `react-router routes --json` writes it. */
export interface RouteEntry {
  path?: string
  index?: boolean
  file: string
  children?: RouteEntry[]
}

export interface Address {
  address: string
  file: string
}

const join = (base: string, path = '') => `${base}/${path}`.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')

/** Every address that shows a screen, with the file that answers it; a layout around other screens has none of its own. */
export const addressesOf = (entries: readonly RouteEntry[], base = '/'): Address[] =>
  entries.flatMap(({ path, file, children }) => {
    const address = join(base, path)
    if (children && children.length > 0) return addressesOf(children, address)
    return path?.includes('*') ? [] : [{ address, file }]
  })

export const isOpen = ({ file }: Address) => !file.endsWith('routes/not-open-yet.tsx')
